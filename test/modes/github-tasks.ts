import { copies, paged, upTo, type Task } from './task.js';

const shop = 'owner: "acme", repo: "shop"';
const base = '/repos/acme/shop';

const listIssues = {
  tool: 'issues_list-for-repo',
  query: 'list issues of a repository',
  fields: ['number', 'title', 'labels.name'],
};
const updateIssue = { tool: 'issues_update', query: 'close an issue', fields: ['number', 'state'] };
const listPulls = (...fields: readonly string[]) => ({ tool: 'pulls_list', query: 'list pull requests', fields });

/** Tasks over GitHub's API. */
export const githubTasks: readonly Task[] = [
  {
    name: 'Close all open issues labelled stale, and comment on each',
    uses: {
      'issues.listForRepo': listIssues,
      'issues.createComment': { tool: 'issues_create-comment', query: 'comment on an issue', fields: ['id'] },
      'issues.update': updateIssue,
    },
    toolsets: ['issues'],
    replies: {
      'GET /repos/{owner}/{repo}/issues': paged(upTo(8).map((number) => ({ number, title: `Old ${number}` }))),
    },
    script: `
const issues = await github.issues.listForRepo({ ${shop}, state: 'open', labels: 'stale', per_page: 100 });
await Promise.all(issues.flatMap(({ number }) => [
  github.issues.createComment({ ${shop}, issue_number: number, body: 'Closed for lack of activity.' }),
  github.issues.update({ ${shop}, issue_number: number, state: 'closed' }),
]));
return { closed: issues.length };`,
    effects: upTo(8).flatMap((number) => [
      `POST ${base}/issues/${number}/comments {"body":"Closed for lack of activity."}`,
      `PATCH ${base}/issues/${number} {"state":"closed"}`,
    ]),
  },
  {
    name: 'Which open pull requests have no reviewer?',
    uses: { 'pulls.list': listPulls('number', 'title', 'requested_reviewers.login', 'requested_teams.slug') },
    toolsets: ['pulls'],
    replies: {
      'GET /repos/{owner}/{repo}/pulls': paged(
        upTo(30).map((number) => ({
          number,
          ...(number % 9 === 0 && { requested_reviewers: [], requested_teams: [] }),
        })),
      ),
    },
    script: `
const pulls = await github.pulls.list({ ${shop}, state: 'open', per_page: 30 });
const isWaiting = (pull) => !pull.requested_reviewers?.length && !pull.requested_teams?.length;
return pulls.filter(isWaiting).map(({ number }) => number);`,
    answer: [9, 18, 27],
  },
  {
    name: 'Who am I, and how many open issues are assigned to me?',
    uses: {
      'users.getAuthenticated': { tool: 'users_get-authenticated', query: 'who am I', fields: ['login'] },
      'issues.list': { tool: 'issues_list', query: 'list issues assigned to me', fields: ['number'] },
    },
    toolsets: ['users', 'issues'],
    replies: {
      'GET /issues': paged(upTo(23).map((number) => ({ number }))),
    },
    script: `
const [me, issues] = await Promise.all([
  github.users.getAuthenticated(),
  github.issues.list({ filter: 'assigned', state: 'open', per_page: 100 }),
]);
return { login: me.login, issues: issues.length };`,
    answer: { login: 'octocat', issues: 23 },
  },
  {
    name: 'Run the failed jobs of the last failed run on main again',
    uses: {
      'actions.listWorkflowRunsForRepo': {
        tool: 'actions_list-workflow-runs-for-repo',
        query: 'list workflow runs of a repository',
        fields: ['workflow_runs.id', 'workflow_runs.name'],
      },
      'actions.reRunWorkflowFailedJobs': { tool: 'actions_re-run-workflow-failed-jobs', query: 're-run failed jobs' },
    },
    toolsets: ['actions'],
    replies: {
      'GET /repos/{owner}/{repo}/actions/runs': (_, documented) => ({
        body: {
          total_count: 5,
          workflow_runs: copies(documented, [{ id: 77, conclusion: 'failure' }], 'workflow_runs'),
        },
      }),
    },
    script: `
const runs = await github.actions.listWorkflowRunsForRepo({ ${shop}, branch: 'main', status: 'failure', per_page: 1 });
const [{ id }] = runs.workflow_runs;
await github.actions.reRunWorkflowFailedJobs({ ${shop}, run_id: id });
return { run: id };`,
    answer: { run: 77 },
    effects: [`POST ${base}/actions/runs/77/rerun-failed-jobs`],
  },
  {
    name: 'Delete the branches of all merged pull requests',
    uses: {
      'pulls.list': listPulls('number', 'merged_at', 'head.ref'),
      'git.deleteRef': { tool: 'git_delete-ref', query: 'delete branch' },
    },
    toolsets: ['pulls', 'git'],
    replies: {
      'GET /repos/{owner}/{repo}/pulls': (request, documented) => {
        const [{ head }] = copies(documented, [{}]) as readonly [{ readonly head: object }];
        const pulls = upTo(10).map((number) => ({
          number,
          merged_at: number % 4 === 0 ? '2026-01-02T03:04:05Z' : null,
          head: { ...head, ref: `fix-${number}` },
        }));
        return paged(pulls)(request, documented);
      },
    },
    script: `
const pulls = await github.pulls.list({ ${shop}, state: 'closed', per_page: 100 });
const branches = pulls.filter(({ merged_at }) => merged_at).map(({ head }) => head.ref);
await Promise.all(branches.map((branch) => github.git.deleteRef({ ${shop}, ref: 'heads/' + branch })));
return { deleted: branches };`,
    answer: { deleted: ['fix-4', 'fix-8'] },
    effects: ['fix-4', 'fix-8'].map((branch) => `DELETE ${base}/git/refs/heads/${branch}`),
  },
  {
    name: 'Label all open issues without a label "needs-triage"',
    uses: {
      'issues.listForRepo': listIssues,
      'issues.addLabels': { tool: 'issues_add-labels', query: 'add a label to an issue', fields: ['name'] },
    },
    toolsets: ['issues'],
    replies: {
      'GET /repos/{owner}/{repo}/issues': paged(
        upTo(25).map((number) => ({ number, ...(number % 8 === 0 && { labels: [] }) })),
      ),
    },
    script: `
const issues = await github.issues.listForRepo({ ${shop}, state: 'open', per_page: 100 });
const bare = issues.filter(({ labels }) => !labels?.length);
await Promise.all(bare.map(({ number }) =>
  github.issues.addLabels({ ${shop}, issue_number: number, body: { labels: ['needs-triage'] } })));
return { labelled: bare.map(({ number }) => number) };`,
    answer: { labelled: [8, 16, 24] },
    effects: [8, 16, 24].map((number) => `POST ${base}/issues/${number}/labels {"labels":["needs-triage"]}`),
  },
  {
    name: 'What was committed to main since the last release?',
    uses: {
      'repos.getLatestRelease': {
        tool: 'repos_get-latest-release',
        query: 'get the latest release',
        fields: ['tag_name'],
      },
      'repos.compareCommitsWithBasehead': {
        tool: 'repos_compare-commits-with-basehead',
        query: 'compare two commits',
        fields: ['commits.commit.message'],
      },
    },
    toolsets: ['repos'],
    replies: {
      'GET /repos/{owner}/{repo}/compare/{basehead}': (_, documented) => {
        const commits = ['Fix the till', 'Sell books', 'Name the shop'].map((message) => ({ commit: { message } }));
        return {
          body: { ...(documented.body as object), total_commits: 3, commits: copies(documented, commits, 'commits') },
        };
      },
    },
    script: `
const release = await github.repos.getLatestRelease({ ${shop} });
const { commits } = await github.repos.compareCommitsWithBasehead({ ${shop}, basehead: release.tag_name + '...main' });
return { since: release.tag_name, messages: commits.map(({ commit }) => commit.message) };`,
    answer: { since: 'v1.0.0', messages: ['Fix the till', 'Sell books', 'Name the shop'] },
  },
  {
    name: 'Who made the most commits this year?',
    uses: {
      'repos.listCommits': { tool: 'repos_list-commits', query: 'list commits', fields: ['sha', 'commit.author.name'] },
    },
    toolsets: ['repos'],
    replies: {
      'GET /repos/{owner}/{repo}/commits': paged(
        upTo(70).map((number) => ({
          sha: String(number).padStart(40, '0'),
          commit: {
            message: `Step ${number}`,
            author: { name: number % 3 === 0 ? 'Grace' : 'Ada', date: '2026-02-03T00:00:00Z' },
          },
        })),
      ),
    },
    script: `
const counts = {};
for (let page = 1; ; page += 1) {
  const commits = await github.repos.listCommits({ ${shop}, since: '2026-01-01T00:00:00Z', per_page: 50, page });
  for (const { commit } of commits) counts[commit.author.name] = (counts[commit.author.name] ?? 0) + 1;
  if (commits.length < 50) break;
}
const [[name, commits]] = Object.entries(counts).sort(([, left], [, right]) => right - left);
return { name, commits };`,
    answer: { name: 'Ada', commits: 47 },
  },
  {
    name: 'Make a milestone "v2" and put all open bugs into it',
    uses: {
      'issues.createMilestone': { tool: 'issues_create-milestone', query: 'create a milestone', fields: ['number'] },
      'issues.listForRepo': listIssues,
      'issues.update': { ...updateIssue, query: 'update an issue' },
    },
    toolsets: ['issues'],
    replies: {
      'POST /repos/{owner}/{repo}/milestones': (_, { body }) => ({ body: { ...(body as object), number: 6 } }),
      'GET /repos/{owner}/{repo}/issues': paged([12, 15, 31, 40].map((number) => ({ number }))),
    },
    script: `
const [milestone, bugs] = await Promise.all([
  github.issues.createMilestone({ ${shop}, title: 'v2' }),
  github.issues.listForRepo({ ${shop}, state: 'open', labels: 'bug', per_page: 100 }),
]);
await Promise.all(bugs.map(({ number }) =>
  github.issues.update({ ${shop}, issue_number: number, milestone: milestone.number })));
return { milestone: milestone.number, bugs: bugs.length };`,
    answer: { milestone: 6, bugs: 4 },
    effects: [
      `POST ${base}/milestones {"title":"v2"}`,
      ...[12, 15, 31, 40].map((number) => `PATCH ${base}/issues/${number} {"milestone":6}`),
    ],
  },
  {
    name: 'Which of my repositories have had no push for a year?',
    uses: {
      'repos.listForAuthenticatedUser': {
        tool: 'repos_list-for-authenticated-user',
        query: 'list my repositories',
        fields: ['full_name', 'pushed_at'],
      },
    },
    toolsets: ['repos'],
    replies: {
      'GET /user/repos': paged(
        upTo(24).map((n) => ({
          full_name: `acme/r${n}`,
          pushed_at: `202${n % 7 === 0 ? 4 : 6}-03-01T00:00:00Z`,
        })),
      ),
    },
    script: `
const repos = await github.repos.listForAuthenticatedUser({ per_page: 100, sort: 'pushed' });
return repos.filter((repo) => repo.pushed_at < '2025-06-01').map((repo) => repo.full_name);`,
    answer: ['acme/r7', 'acme/r14', 'acme/r21'],
  },
];
