import { accountLive } from '#features/account/web/account.live.ts'
import { activityLive } from '#features/activity/web/activity.live.ts'
import { approvalsLive } from '#features/approvals/web/approvals.live.ts'
import { comparisonsLive } from '#features/comparisons/web/comparisons.live.ts'
import { inboxLive } from '#features/inbox/web/inbox.live.ts'
import { notesLive } from '#features/notes/web/notes.live.ts'
import { organizationsLive } from '#features/organizations/web/organizations.live.ts'
import { projectsLive } from '#features/projects/web/projects.live.ts'
import { sharesLive } from '#features/shares/web/shares.live.ts'
import { tasksLive } from '#features/tasks/web/tasks.live.ts'
import { tokensLive } from '#features/tokens/web/tokens.live.ts'
import { webhooksLive } from '#features/webhooks/web/webhooks.live.ts'
import { tracksLive } from '#features/tracks/web/tracks.live.ts'
import type { LiveRules } from '#web/live/live-rules.ts'

export const liveRulesOfFeatures: readonly LiveRules[] = [
  accountLive,
  organizationsLive,
  projectsLive,
  tracksLive,
  comparisonsLive,
  notesLive,
  sharesLive,
  approvalsLive,
  tasksLive,
  activityLive,
  inboxLive,
  tokensLive,
  webhooksLive,
]
