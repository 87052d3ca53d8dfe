/**
 * Answers of real APIs, each with a question and the fields that answer it.
 *
 * @typedef {object} AnswerCase
 * @property {string} operation operationId in the document, or several of them (`|` between them) for documents of several years
 * @property {number} [items] length of the answer's list
 * @property {string} question
 * @property {readonly string[]} fields paths in the answer, without the indexes of lists
 */

/** @type {readonly { readonly api: string, readonly file: RegExp, readonly cases: readonly AnswerCase[] }[]} */
export const answerCases = [
  {
    api: 'GitHub',
    file: /^github/u,
    cases: [
      one('pulls/list', 30, 'Who opened which pull request, and when?', 'number title user.login created_at state'),
      one('pulls/get', undefined, 'Can this be merged, and from which branch?', 'mergeable head.ref base.ref merged'),
      one('issues/list-for-repo', 30, 'Which issues are open, with which labels?', 'number title state labels.name'),
      one('issues/get', undefined, 'What is the issue about, who has it?', 'title body assignee.login'),
      one(
        'repos/get',
        undefined,
        'What is the default branch, how many stars?',
        'default_branch stargazers_count open_issues_count',
      ),
      one('repos/list-commits', 30, 'Who committed what?', 'sha commit.message commit.author.name'),
      one(
        'search/repos',
        30,
        'Which repositories have the most stars?',
        'items.full_name items.stargazers_count total_count',
      ),
      one('search/issues-and-pull-requests', 30, 'Which issues match?', 'items.number items.title items.state'),
      one('repos/list-for-org', 30, 'Which repositories are private?', 'name private pushed_at'),
      one(
        'actions/list-workflow-runs-for-repo',
        30,
        'Which runs failed?',
        'workflow_runs.name workflow_runs.status workflow_runs.conclusion',
      ),
      one('pulls/list-files', 30, 'Which files changed by how much?', 'filename additions deletions'),
      one('repos/list-releases', 30, 'What is the latest release?', 'tag_name name published_at'),
    ],
  },
  {
    api: 'Stripe',
    file: /^stripe/u,
    cases: [
      one('GetCharges', 10, 'Which charges failed?', 'data.id data.amount data.currency data.status'),
      one('GetCustomers', 10, 'What are their addresses?', 'data.id data.email data.name'),
      one('GetInvoices', 10, 'Which invoices are not paid?', 'data.id data.amount_due data.status data.customer'),
      one('GetPaymentIntents', 10, 'What is outstanding?', 'data.id data.amount data.status'),
      one('GetSubscriptions', 10, 'Who subscribes?', 'data.id data.customer data.status'),
      one('GetBalanceTransactions', 30, 'What came in, net?', 'data.net data.fee data.type'),
    ],
  },
  {
    api: 'Jira',
    file: /^jira/u,
    cases: [
      one('searchForIssuesUsingJql', 50, 'Which issues match?', 'issues.key issues.fields.project.key total'),
      one('getIssue', undefined, 'What is it about?', 'key fields.description fields.project.key'),
      one(
        'getFiltersPaginated',
        50,
        'Which filters exist, who owns them?',
        'values.id values.name values.owner.displayName',
      ),
      one('getComments', 50, 'Who said what?', 'comments.id comments.author.displayName comments.created'),
      one(
        'getProjectComponentsPaginated',
        50,
        'Which components have which lead?',
        'values.name values.lead.displayName',
      ),
    ],
  },
  {
    api: 'Slack',
    file: /^slack/u,
    cases: [
      one('users_list', 50, 'Which users are there?', 'members.id members.name members.deleted'),
      one('conversations_list', 50, 'Which channels are there?', 'channels.id channels.name channels.num_members'),
      one('files_list', 30, 'Which files are there?', 'files.id files.name files.filetype'),
      one(
        'search_messages',
        20,
        'Where was it said?',
        'messages.matches.text messages.matches.channel.id messages.matches.permalink',
      ),
    ],
  },
  {
    api: 'Notion',
    file: /^notion/u,
    cases: [
      one('retrieveBlockChildren', undefined, 'What blocks does the page have?', 'results.id results.type'),
      one('queryADatabase', 30, 'Which entries are there?', 'results.id results.url results.last_edited_time'),
      one(
        'retrieveComments|retrieve-a-comment',
        30,
        'Who commented?',
        'results.id results.created_by.id results.created_time',
      ),
    ],
  },
];

function one(operation, items, question, fields) {
  return { operation, ...(items === undefined ? {} : { items }), question, fields: fields.split(' ') };
}
