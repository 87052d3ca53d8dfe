/** Lua code that returns the time in milliseconds since 1970, by the Redis server's clock. */
const now = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Lua scripts for store methods that no Redis command implements. Redis runs each script atomically. `KEYS[1]` is the
 * only key, so a script runs on any node of a cluster.
 */
export const scripts = {
  /**
   * Adds a member to a set that is sorted by due time. ARGV: milliseconds until it is due, time to live of the set,
   * member.
   */
  delay: `${now}redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], math.max(ARGV[2], redis.call('PTTL', KEYS[1])))
return 1`,

  /**
   * Claims the due members, which become due again later. ARGV: milliseconds until they are due again, maximum number
   * of members.
   */
  claimDue: `${now}local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[2])
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], now + ARGV[1], member) end
return due`,

  /** Replaces a value. ARGV: former value, new value, time to live. */
  replace: `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`,

  remove: `local value = false
if redis.call('TYPE', KEYS[1]).ok == 'string' then value = redis.call('GET', KEYS[1]) end
redis.call('UNLINK', KEYS[1])
return value`,

  /**
   * Appends to a log, which is a stream with positions as identifiers. ARGV: text, time to live, maximum number of
   * entries.
   */
  append: `local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local position = 1
if last then position = tonumber(string.match(last[1], '^%d+')) + 1 end
redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[3], position .. '-0', 't', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return position`,

  /** Reads the entries after a position; returns false if some are missing. ARGV: position. */
  readLog: `local after = tonumber(ARGV[1])
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or after > tonumber(string.match(last[1], '^%d+')) then return false end
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if after < tonumber(string.match(first[1], '^%d+')) - 1 then return false end
local texts = {}
for index, entry in ipairs(redis.call('XRANGE', KEYS[1], (after + 1) .. '-0', '+')) do texts[index] = entry[2][2] end
return texts`,

  /** Adds a member to a set, which is stored as a set sorted by expiry. ARGV: member, time to live, maximum number of members. */
  enter: `${now}redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2])
return 1`,

  members: `${now}return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')`,

  /** Takes a token; returns the milliseconds to wait. ARGV: number of tokens that are refilled per second. */
  take: `local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local rate = tonumber(ARGV[1])
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = rate
if bucket[1] then tokens = math.min(rate, bucket[1] + math.max(0, now - bucket[2]) * rate) end
local wait = 0
if tokens >= 1 then tokens = tokens - 1 else wait = math.max(1, math.ceil((1 - tokens) * 1000 / rate)) end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', tokens), 'at', string.format('%.17g', now))
redis.call('PEXPIRE', KEYS[1], 1000)
return wait`,
};
