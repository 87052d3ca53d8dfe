import { stemWord } from './stem-word.js';

/** Synonyms, one group per line: general words of web APIs and of user queries. No group is specific to one API. */
const groups = `
create make add new insert register generate build produce define establish
create open start begin launch
delete remove erase destroy drop purge wipe clear discard empty prune trash
delete revoke cancel withdraw
remove kick expel evict exclude ban unassign throw
get show read fetch retrieve view see display inspect
list all every everything enumerate browse overview
search find look query lookup filter seek
update change edit modify alter adjust set replace rewrite patch correct
rename name title call
bigger larger smaller resize scale size grow shrink
send post message mail email deliver publish
stop cancel abort halt end terminate kill shutdown interrupt
start run execute trigger launch dispatch invoke begin
rerun again retry repeat redo resend
restart reboot reload reset
pause suspend hold freeze deactivate stop
resume continue unpause restart reactivate unsuspend
enable activate on
disable deactivate off
mute silence quiet snooze
block ban deny blacklist forbid
unblock unban allow
approve accept confirm allow agree
reject decline deny refuse
give assign grant add hand
take receive get accept
connect attach associate link assign join map bind tie
disconnect detach unlink dissociate remove
move transfer migrate relocate
forward redirect relay
copy duplicate clone fork replicate
copy backup snapshot dump archive
restore undo rollback revert recover undelete unarchive
previous earlier old past prior last
download export fetch content
upload import attach load
save store keep put
join enter
leave quit exit
invite invitation ask request
follow subscribe watch observe monitor
follower subscriber fan audience
unsubscribe unfollow unwatch
share publish public
private hidden secret internal
hide archive unlist
like favorite favourite star heart thumb
reaction react emoji
lock close protect
unlock reopen open
check verify validate test
compare difference diff
count number total many amount
add increase raise increment
lower decrease reduce decrement
draw paint generate image
translate language translation locale
say speak speech voice audio sound talk recording
transcribe transcription dictate transcript
play playback listen hear
loud louder volume
song track music tune
summary overview report statement
person people user member human everybody everyone participant
who person people user member participant
whoami me myself authenticated current own caller identity
identity profile account user
friend contact follower
colleague coworker teammate member collaborator employee staff worker
customer client buyer shopper payer debtor
vendor supplier seller merchant creditor
contact person
address email mail
company organization business firm tenant enterprise
group team
owner admin administrator
guest visitor external
picture photo image avatar icon logo thumbnail cover
video film clip movie
subtitle caption
file document attachment
folder directory
document page note article
paragraph block section content
workspace space project
text message note
sms text message
comment reply remark note annotation story
reply answer response thread
bill invoice
receipt invoice payment
quote estimate offer
money balance fund amount cash
pay payment charge purchase checkout paid
buy order purchase
refund reimburse repay credit reversal
owe outstanding due unpaid balance
price cost fee rate
spend cost usage billing expense
billing payment pay paid invoice
profit income revenue earning loss
ledger journal bookkeeping
subscription plan membership
coupon discount promotion voucher
card payment
stock inventory quantity
shop store location branch
product item article goods
shipping shipment delivery
appointment booking reservation
meeting call conference event
free available availability open
remaining left rest remain
online presence available active
clock punch timecard shift attendance
slot time
time hour date duration
work worklog timesheet timecard shift
login signin authenticate session log sign
logout signout session
password secret credential
token key credential
permission right access role privilege scope may
limit quota rate restriction
site website web
domain dns host hostname
certificate ssl tls https
address location place
map location position place coordinate
phone telephone mobile number
alive health healthy status up running ready ping live
status state progress
server service instance system machine
machine host node worker computer
cluster node shard
disk storage space usage
log audit history event activity trail
history change version revision changelog
print pdf
recent recently last latest lately
first initial primary default main
scheduled planned upcoming future
error failure fault fail failed problem
label tag category topic
ticket issue bug case task
todo task
task job run
dependency depend wait blocked
subtask child
parent ancestor
statistic metric analytics usage insight count stats
similar nearest closest neighbor recommend recommendation related like
vector embedding
table collection database index
row record item entry object
column field property attribute
schema structure definition model
setting preference option config configuration
variable environment
webhook callback hook endpoint notification
notification notify alert inform
reminder remind alarm
schedule later delay timer calendar planned plan
channel room chat conversation
direct private dm
poll vote survey quiz ballot
link url permalink
form submission survey
code snippet source
function lambda script
command shell exec
process program
deploy deployment release publish ship
version release
build run compile
branch reference ref
harmful unsafe abuse moderation spam
report flag complain
train tune teach learn
animal pet
complete done finish resolve tick
undone incomplete reopen
deadline due
part piece chunk
sort order rank
country region zone
currency exchange
bank account
tax vat
salary wage pay payroll
employee worker staff
many several multiple bulk batch
pin stick
unpin unstick
nickname name username handle
birthday birthdate birth
feature capability ability
rule policy condition
lock reserve
trash bin recycle deleted
expire expiry expiration
`;

const synonyms: ReadonlyMap<string, ReadonlySet<string>> = indexGroups();

function indexGroups(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of groups.trim().split('\n')) {
    const stems = line.split(' ').map(stemWord);
    for (const stem of stems) found.set(stem, new Set([...(found.get(stem) ?? []), ...stems]));
  }
  return found;
}

/** Returns the stems of a word's synonyms, excluding its own stem. */
export function synonymsOf(stem: string): readonly string[] {
  return [...(synonyms.get(stem) ?? [])].filter((other) => other !== stem);
}
