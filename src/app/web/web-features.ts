import { accountWeb } from '#features/account/web/account.web.ts'
import { activityWeb } from '#features/activity/web/activity.web.ts'
import { administrationWeb } from '#features/administration/web/administration.web.ts'
import { approvalsWeb } from '#features/approvals/web/approvals.web.ts'
import { comparisonsWeb } from '#features/comparisons/web/comparisons.web.ts'
import { filesWeb } from '#features/files/web/files.web.ts'
import { inboxWeb } from '#features/inbox/web/inbox.web.ts'
import { markersWeb } from '#features/markers/web/markers.web.ts'
import { notesWeb } from '#features/notes/web/notes.web.ts'
import { organizationsWeb } from '#features/organizations/web/organizations.web.ts'
import { projectsWeb } from '#features/projects/web/projects.web.ts'
import { renditionsWeb } from '#features/renditions/web/renditions.web.ts'
import { searchWeb } from '#features/search/web/search.web.ts'
import { sectionsWeb } from '#features/sections/web/sections.web.ts'
import { sharesWeb } from '#features/shares/web/shares.web.ts'
import { stagesWeb } from '#features/stages/web/stages.web.ts'
import { tasksWeb } from '#features/tasks/web/tasks.web.ts'
import { tokensWeb } from '#features/tokens/web/tokens.web.ts'
import { tracksWeb } from '#features/tracks/web/tracks.web.ts'
import { transfersWeb } from '#features/transfers/web/transfers.web.ts'
import { webhooksWeb } from '#features/webhooks/web/webhooks.web.ts'
import { contributionsOf, type WebFeature } from '#web/extension/define-web.ts'
import { joinContributions } from '#web/extension/extension-point.ts'

/** Every feature with a browser part, in feature order. */
export const webFeatures: readonly WebFeature[] = [
  accountWeb,
  organizationsWeb,
  projectsWeb,
  tracksWeb,
  renditionsWeb,
  comparisonsWeb,
  notesWeb,
  approvalsWeb,
  markersWeb,
  sectionsWeb,
  sharesWeb,
  filesWeb,
  tasksWeb,
  stagesWeb,
  transfersWeb,
  activityWeb,
  webhooksWeb,
  inboxWeb,
  searchWeb,
  administrationWeb,
  tokensWeb,
]

joinContributions(webFeatures.flatMap(contributionsOf))
