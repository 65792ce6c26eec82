import { accountFeature } from '#features/account/server/account.feature.ts'
import { activityFeature } from '#features/activity/server/activity.feature.ts'
import { administrationFeature } from '#features/administration/server/administration.feature.ts'
import { approvalsFeature } from '#features/approvals/server/approvals.feature.ts'
import { comparisonsFeature } from '#features/comparisons/server/comparisons.feature.ts'
import { filesFeature } from '#features/files/server/files.feature.ts'
import { inboxFeature } from '#features/inbox/server/inbox.feature.ts'
import { markersFeature } from '#features/markers/server/markers.feature.ts'
import { notesFeature } from '#features/notes/server/notes.feature.ts'
import { organizationsFeature } from '#features/organizations/server/organizations.feature.ts'
import { projectsFeature } from '#features/projects/server/projects.feature.ts'
import { renditionsFeature } from '#features/renditions/server/renditions.feature.ts'
import { sampleProjectFeature } from '#features/sample-project/server/sample-project.feature.ts'
import { searchFeature } from '#features/search/server/search.feature.ts'
import { sectionsFeature } from '#features/sections/server/sections.feature.ts'
import { sharesFeature } from '#features/shares/server/shares.feature.ts'
import { stagesFeature } from '#features/stages/server/stages.feature.ts'
import { tasksFeature } from '#features/tasks/server/tasks.feature.ts'
import { tokensFeature } from '#features/tokens/server/tokens.feature.ts'
import { tracksFeature } from '#features/tracks/server/tracks.feature.ts'
import { transfersFeature } from '#features/transfers/server/transfers.feature.ts'
import { webhooksFeature } from '#features/webhooks/server/webhooks.feature.ts'

/**
 * All features in order: a feature builds on those before it and does not know later ones. feature-parts.ts and `npm
 * run check` derive everything else from this list.
 */
export const features = [
  accountFeature,
  organizationsFeature,
  projectsFeature,
  tracksFeature,
  renditionsFeature,
  comparisonsFeature,
  notesFeature,
  approvalsFeature,
  markersFeature,
  sectionsFeature,
  sharesFeature,
  filesFeature,
  tasksFeature,
  stagesFeature,
  transfersFeature,
  activityFeature,
  webhooksFeature,
  inboxFeature,
  searchFeature,
  administrationFeature,
  sampleProjectFeature,
  tokensFeature,
] as const
