import type { Migration } from './migration.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { foundation } from './migrations/0002-foundation.ts'
import { people } from './migrations/0003-people.ts'
import { renditions } from './migrations/0005-renditions.ts'
import { comparisons } from './migrations/0006-comparisons.ts'
import { userSettings } from './migrations/0007-user-settings.ts'
import { notes } from './migrations/0008-notes.ts'
import { noteDetails } from './migrations/0009-note-details.ts'
import { noteAttachments } from './migrations/0010-note-attachments.ts'
import { taskFlow } from './migrations/0011-task-flow.ts'
import { approvals } from './migrations/0012-approvals.ts'
import { shares } from './migrations/0013-shares.ts'
import { inbox } from './migrations/0014-inbox.ts'
import { administration } from './migrations/0018-administration.ts'
import { apiTokens } from './migrations/0019-api-tokens.ts'
import { webhooks } from './migrations/0019-webhooks.ts'
import { pushDevices } from './migrations/0020-push-devices.ts'
import { searchText } from './migrations/0022-search-text.ts'
import { streamNews } from './migrations/0023-stream-news.ts'
import { deliveryTargets } from './migrations/0034-delivery-targets.ts'
import { tempoAndKey } from './migrations/0036-tempo-and-key.ts'
import { organizationTargets } from './migrations/0037-organization-targets.ts'
import { movedDecisions } from './migrations/0040-moved-decisions.ts'
import { covers } from './migrations/0038-covers.ts'
import { projectFiles } from './migrations/0039-files.ts'
import { stages } from './migrations/0041-stages.ts'
import { quietVersions } from './migrations/0042-quiet-versions.ts'
import { mp3Links } from './migrations/0043-mp3-links.ts'
import { sharedFiles } from './migrations/0044-shared-files.ts'
import { partsAndFacts } from './migrations/0046-parts-and-facts.ts'
import { linkGuards } from './migrations/0047-link-guards.ts'
import { inviteRequests } from './migrations/0048-invite-requests.ts'
import { albumsAndFilesOfGuests } from './migrations/0049-albums-and-files-of-guests.ts'
import { knownBrowsers } from './migrations/0032-known-browsers.ts'

/** In order. A released step is never edited; every change is a new step. */
export const migrations: readonly Migration[] = [
  accounts,
  foundation,
  people,
  renditions,
  comparisons,
  userSettings,
  notes,
  noteDetails,
  noteAttachments,
  taskFlow,
  approvals,
  shares,
  inbox,
  administration,
  apiTokens,
  webhooks,
  pushDevices,
  searchText,
  streamNews,
  knownBrowsers,
  deliveryTargets,
  tempoAndKey,
  organizationTargets,
  covers,
  projectFiles,
  movedDecisions,
  stages,
  quietVersions,
  mp3Links,
  sharedFiles,
  partsAndFacts,
  linkGuards,
  inviteRequests,
  albumsAndFilesOfGuests,
]
