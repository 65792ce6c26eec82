import type { accountRoutes } from '#features/account/account.contract.ts'
import type { activityRoutes } from '#features/activity/activity.contract.ts'
import type { approvalRoutes } from '#features/approvals/approvals.contract.ts'
import type { approvalPolicy } from '#features/approvals/approvals.policy.ts'
import type { comparisonRoutes } from '#features/comparisons/comparisons.contract.ts'
import type { comparisonPolicy } from '#features/comparisons/comparisons.policy.ts'
import type { inboxRoutes } from '#features/inbox/inbox.contract.ts'
import type { noteRoutes } from '#features/notes/notes.contract.ts'
import type { notePolicy } from '#features/notes/notes.policy.ts'
import type { organizationRoutes } from '#features/organizations/organizations.contract.ts'
import type { projectRoutes } from '#features/projects/projects.contract.ts'
import type { projectPolicy } from '#features/projects/projects.policy.ts'
import type { renditionRoutes } from '#features/renditions/renditions.contract.ts'
import type { searchRoutes } from '#features/search/search.contract.ts'
import type { shareRoutes } from '#features/shares/shares.contract.ts'
import type { sharePolicy } from '#features/shares/shares.policy.ts'
import type { taskRoutes } from '#features/tasks/tasks.contract.ts'
import type { taskPolicy } from '#features/tasks/tasks.policy.ts'
import type { trackRoutes } from '#features/tracks/tracks.contract.ts'
import type { trackPolicy } from '#features/tracks/tracks.policy.ts'
import type { transferRoutes } from '#features/transfers/transfers.contract.ts'
import type { transferPolicy } from '#features/transfers/transfers.policy.ts'
import type { webhookPolicy } from '#features/webhooks/webhooks.policy.ts'
import { tokenScopes, type TokenScope } from './token-scopes.ts'

type Action = keyof (typeof projectPolicy &
  typeof trackPolicy &
  typeof comparisonPolicy &
  typeof notePolicy &
  typeof sharePolicy &
  typeof approvalPolicy &
  typeof taskPolicy &
  typeof transferPolicy &
  typeof webhookPolicy)
type Route = keyof (typeof accountRoutes &
  typeof organizationRoutes &
  typeof projectRoutes &
  typeof trackRoutes &
  typeof renditionRoutes &
  typeof comparisonRoutes &
  typeof noteRoutes &
  typeof shareRoutes &
  typeof approvalRoutes &
  typeof taskRoutes &
  typeof activityRoutes &
  typeof inboxRoutes &
  typeof searchRoutes &
  typeof transferRoutes)

const people: readonly TokenScope[] = []
const any: readonly TokenScope[] = tokenScopes

/**
 * Which scope opens which action of a project. What names no scope is for people who are signed in: who belongs to a
 * project, what becomes of the project itself, what it tells outside, and approvals, which stand on record as
 * somebody's word. A new action does not compile until it is named here.
 */
const byAction: Readonly<Record<Action, readonly TokenScope[]>> = {
  'project.view': ['read'],
  'project.edit': ['manage'],
  'project.delete': people,
  'project.restore': people,
  'project.erase': people,
  'member.edit': people,
  'member.leave': people,
  'invite.manage': people,
  'track.listen': ['read'],
  'track.download': ['read'],
  'track.edit': ['manage'],
  'version.edit': ['manage'],
  'track.erase': people,
  'upload.add': ['upload'],
  'comparison.view': ['read'],
  'note.view': ['read', 'notes'],
  'note.add': ['notes'],
  'round.open': ['manage'],
  'approval.view': ['read'],
  'approval.ask': ['manage'],
  'approval.decide': people,
  'share.manage': ['manage'],
  'share.visit': people,
  'task.view': ['read', 'tasks'],
  'task.add': ['tasks'],
  'task.edit': ['tasks'],
  'version.start': ['tasks'],
  'webhook.manage': people,
}

const version = '/api/projects/:projectId/tracks/:trackId/versions/:versionId' as const

/**
 * Routes of no project that tokens open, and those of a project that another scope opens than their action says: what
 * every token needs to find its way, and what is made only so that it can be read.
 */
const byRoute: Readonly<Partial<Record<Route, readonly TokenScope[]>>> = {
  'GET /api/server': any,
  'GET /api/users/me': any,
  'GET /api/projects': any,
  'GET /api/projects/:projectId': any,
  'GET /api/users/:userId': ['read'],
  // Who may upload may not rearrange what is there.
  'GET /api/projects/:projectId/tracks/:trackId/likely': ['manage'],
  'POST /api/projects/:projectId/tracks/:trackId/join': ['manage'],
  'POST /api/projects/:projectId/tracks/:trackId/part': ['manage'],
  'GET /api/organizations': ['read'],
  'GET /api/organizations/:organizationId': ['read'],
  'GET /api/organizations/:organizationId/members': ['read'],
  'GET /api/organizations/:organizationId/teams': ['read'],
  'GET /api/organizations/:organizationId/projects': ['read'],
  'GET /api/approvals/waiting': ['read'],
  'GET /api/inbox': ['read'],
  'GET /api/inbox/count': ['read'],
  'GET /api/search': ['read'],
  'GET /api/tasks/mine': ['read', 'tasks'],
  'GET /api/shares': ['manage'],
  'POST /api/projects': ['manage'],
  'POST /api/projects/:projectId/comparisons': ['read'],
  [`POST ${version}/renditions`]: ['read'],
  [`POST ${version}/spectrogram`]: ['read'],
  'PUT /api/projects/:projectId/tracks/:trackId/notes/seen': ['notes'],
}

/** What a token that is limited to some projects opens besides those: the list says only them. */
const withoutProject: ReadonlySet<string> = new Set<Route>([
  'GET /api/server',
  'GET /api/users/me',
  'GET /api/projects',
])

/** Only looks: opens to tokens nothing but the routes that read. */
const LOOKING = /\.(view|listen|download)$/

/** Which scopes open a route, each by itself; none for what is only for people. `key` is `METHOD /path`. */
export function scopesFor(key: string, access: string): readonly TokenScope[] {
  const named =
    (byRoute as Readonly<Record<string, readonly TokenScope[] | undefined>>)[key] ??
    (byAction as Readonly<Record<string, readonly TokenScope[] | undefined>>)[access]
  if (!named || key in byRoute) return named ?? people
  return LOOKING.test(access) && !/^(GET|HEAD|OPTIONS) /.test(key) ? people : named
}

/** Whether a token with these scopes opens a route at all; `limited` to some projects it opens little besides. */
export function tokenOpens(scopes: readonly TokenScope[], limited: boolean, key: string, access: string): boolean {
  if (limited && !key.includes('/:projectId') && !withoutProject.has(key)) return false
  return scopesFor(key, access).some((scope) => scopes.includes(scope))
}
