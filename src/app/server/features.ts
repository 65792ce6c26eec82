import { activityRoutes } from '#features/activity/activity.contract.ts'
import { serveAccount } from '#features/account/server/account.routes.ts'
import { registerSharedContext } from '#features/account/server/shared-contexts.ts'
import { joinOwnData } from '#features/account/server/own-data.ts'
import { ownAccount } from '#features/account/server/own-account.queries.ts'
import { leaveWithAccount } from '#features/account/server/account-deletion.queries.ts'
import { ensureAdmin } from '#features/account/server/account-flags.queries.ts'
import { peopleChanged, sessionsChanged } from '#features/account/server/account.listeners.ts'
import { accountRoutes } from '#features/account/account.contract.ts'
import { administrationRoutes } from '#features/administration/administration.contract.ts'
import { auditRoutes } from '#features/administration/audit.contract.ts'
import { serveAudit } from '#features/administration/server/audit.routes.ts'
import { serveAdministration } from '#features/administration/server/administration.routes.ts'
import { ownAudit } from '#features/administration/server/own-audit.queries.ts'
import { backupJobs, startScheduledBackup } from '#features/administration/server/scheduled-backup.jobs.ts'
import { startStorageCount, storageCountJobs } from '#features/administration/server/storage-count.jobs.ts'
import { approvalRoutes } from '#features/approvals/approvals.contract.ts'
import { approvalPolicy } from '#features/approvals/approvals.policy.ts'
import { ownApprovals } from '#features/approvals/server/own-approvals.queries.ts'
import { serveApprovals } from '#features/approvals/server/approvals.routes.ts'
import { serveActivity } from '#features/activity/server/activity.routes.ts'
import { comparisonPolicy } from '#features/comparisons/comparisons.policy.ts'
import { comparisonRoutes } from '#features/comparisons/comparisons.contract.ts'
import { comparisonJobs } from '#features/comparisons/server/comparisons.jobs.ts'
import { serveComparisons } from '#features/comparisons/server/comparisons.routes.ts'
import { attachmentRoutes } from '#features/notes/attachments.contract.ts'
import { attachmentJobs, startAttachmentSweep } from '#features/notes/server/attachments.jobs.ts'
import { serveAttachments } from '#features/notes/server/attachments.routes.ts'
import { markerRoutes } from '#features/markers/markers.contract.ts'
import { serveMarkers } from '#features/markers/server/markers.routes.ts'
import { inboxRoutes } from '#features/inbox/inbox.contract.ts'
import { pushRoutes } from '#features/inbox/push.contract.ts'
import { inboxFollower } from '#features/inbox/server/follow-events.ts'
import { inboxMailJobs } from '#features/inbox/server/inbox-mail.jobs.ts'
import { readSeenNotes } from '#features/inbox/server/inbox.queries.ts'
import { ownInbox } from '#features/inbox/server/own-inbox.queries.ts'
import { serveInbox } from '#features/inbox/server/inbox.routes.ts'
import { pushGatheringJobs } from '#features/inbox/server/push-gathering.jobs.ts'
import { pushSendingJobs } from '#features/inbox/server/push-sending.jobs.ts'
import { servePush } from '#features/inbox/server/push.routes.ts'
import { noteRoutes } from '#features/notes/notes.contract.ts'
import { noteRoundRoutes } from '#features/notes/note-rounds.contract.ts'
import { notePolicy } from '#features/notes/notes.policy.ts'
import { followNotes, followSeen } from '#features/notes/server/note-followers.ts'
import { ownNotes } from '#features/notes/server/own-notes.queries.ts'
import { serveNoteRounds } from '#features/notes/server/note-rounds.routes.ts'
import { serveNotes } from '#features/notes/server/notes.routes.ts'
import { organizationRoutes } from '#features/organizations/organizations.contract.ts'
import { shareOrganization } from '#features/organizations/server/organization-people.queries.ts'
import { organizationChanged } from '#features/organizations/server/organizations.listeners.ts'
import { ownOrganizations } from '#features/organizations/server/own-organizations.queries.ts'
import { serveOrganizations } from '#features/organizations/server/organizations.routes.ts'
import { projectRoutes } from '#features/projects/projects.contract.ts'
import { closeProjectsOfTeam, handProjectsToOwners } from '#features/projects/server/organization-grants.listeners.ts'
import { followMembers } from '#features/projects/server/member-followers.ts'
import { shareProject } from '#features/projects/server/project-people.queries.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { ownProjects } from '#features/projects/server/own-projects.queries.ts'
import { serveProjects } from '#features/projects/server/projects.routes.ts'
import { renditionRoutes } from '#features/renditions/renditions.contract.ts'
import { renditionJobs } from '#features/renditions/server/renditions.jobs.ts'
import { serveRenditions } from '#features/renditions/server/renditions.routes.ts'
import { sampleProjectRoutes } from '#features/sample-project/sample-project.contract.ts'
import { sampleProjectJobs } from '#features/sample-project/server/sample-project.jobs.ts'
import { serveSampleProject } from '#features/sample-project/server/sample-project.routes.ts'
import { searchRoutes } from '#features/search/search.contract.ts'
import { serveSearch } from '#features/search/server/search.routes.ts'
import { guestDoor } from '#features/shares/server/share-visits.ts'
import { ownShares } from '#features/shares/server/own-shares.queries.ts'
import { serveShares } from '#features/shares/server/shares.routes.ts'
import { shareRoutes } from '#features/shares/shares.contract.ts'
import { sharePolicy } from '#features/shares/shares.policy.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { versionStartRoutes } from '#features/tasks/version-starts.contract.ts'
import { taskPolicy } from '#features/tasks/tasks.policy.ts'
import { closeVersionPlan } from '#features/tasks/server/close-version-plan.ts'
import { followNote } from '#features/tasks/server/task-notes.queries.ts'
import { ownTasks } from '#features/tasks/server/own-tasks.queries.ts'
import { serveTasks, serveVersionStarts } from '#features/tasks/server/tasks.routes.ts'
import { erasedFilesJobs } from '#features/tracks/server/erased-files.jobs.ts'
import { serveTrash } from '#features/tracks/server/trash.routes.ts'
import { trashRoutes } from '#features/tracks/trash.contract.ts'
import { trackRoutes } from '#features/tracks/tracks.contract.ts'
import { trackPolicy } from '#features/tracks/tracks.policy.ts'
import { ownVersions } from '#features/tracks/server/own-versions.queries.ts'
import { serveTracks } from '#features/tracks/server/tracks.routes.ts'
import { settleReviewer, settleReviewerEverywhere } from '#features/tracks/server/track-status.queries.ts'
import { followVersions } from '#features/tracks/server/version-followers.ts'
import { spectrogramJobs } from '#features/tracks/server/spectrograms.jobs.ts'
import { versionAnalysisJobs } from '#features/tracks/server/version-analysis.jobs.ts'
import { transferRoutes } from '#features/transfers/transfers.contract.ts'
import { transferPolicy } from '#features/transfers/transfers.policy.ts'
import { startTransferSweep, transferJobs } from '#features/transfers/server/uploads.jobs.ts'
import { ownUploads } from '#features/transfers/server/own-uploads.queries.ts'
import { serveTransfers } from '#features/transfers/server/transfers.routes.ts'
import { dropTokens } from '#features/tokens/server/drop-tokens.ts'
import { ownTokens } from '#features/tokens/server/own-tokens.queries.ts'
import { tokenDoor } from '#features/tokens/server/token-door.ts'
import { serveTokens } from '#features/tokens/server/tokens.routes.ts'
import { tokenRoutes } from '#features/tokens/tokens.contract.ts'
import { webhookFollower } from '#features/webhooks/server/follow-webhooks.ts'
import { ownWebhooks } from '#features/webhooks/server/own-webhooks.queries.ts'
import { webhookJobs } from '#features/webhooks/server/webhook-delivery.jobs.ts'
import { serveWebhooks } from '#features/webhooks/server/webhooks.routes.ts'
import { webhookRoutes } from '#features/webhooks/webhooks.contract.ts'
import { webhookPolicy } from '#features/webhooks/webhooks.policy.ts'
import type { Contract } from '#shared/contract.ts'
import { addPolicy } from '#server/access-table.ts'
import type { AuthListeners } from '#server/auth/auth-listeners.ts'
import { catchUpWith, startFollower, type Follower } from '#server/events/follow-streams.ts'
import { housekeepingJobs, startHousekeeping } from '#server/jobs/housekeeping.jobs.ts'
import type { JobHandler } from '#server/jobs/job-runner.ts'
import { freeLeases } from '#server/jobs/jobs.queue.ts'
import { endKnownBrowsers } from '#server/auth/known-browser.ts'
import { mailJobs } from '#server/mail/mail.jobs.ts'
import type { ServedContract } from '#server/router/route-table.ts'
import type { Services } from '#server/services.ts'

export { DataLost, refuseLostData } from '#features/administration/server/lost-data.ts'
export { admission } from '#features/account/server/admission.queries.ts'
export { stopTransfers as cutUploads } from '#features/transfers/server/uploads.jobs.ts'
export { guestDoor, tokenDoor }
export { scopesFor } from '#features/tokens/token-rights.ts'
export { findProjectRights as findRights } from '#features/projects/server/projects.queries.ts'

/** What the server does, in one list. Each feature adds its tables to the platform's by itself. */
export const served: readonly ServedContract[] = [
  serveAccount,
  serveOrganizations,
  serveProjects,
  serveTracks,
  serveTrash,
  serveRenditions,
  serveComparisons,
  serveNotes,
  serveAttachments,
  serveShares,
  serveApprovals,
  serveMarkers,
  serveNoteRounds,
  serveTasks,
  serveVersionStarts,
  serveTransfers,
  serveActivity,
  serveWebhooks,
  serveInbox,
  servePush,
  serveSearch,
  serveAdministration,
  serveAudit,
  serveSampleProject,
  serveTokens,
]

/** Every route there is; the access test and the API page walk it. */
export const contracts: readonly Contract[] = [
  accountRoutes,
  organizationRoutes,
  projectRoutes,
  trackRoutes,
  trashRoutes,
  renditionRoutes,
  comparisonRoutes,
  noteRoutes,
  attachmentRoutes,
  shareRoutes,
  approvalRoutes,
  markerRoutes,
  noteRoundRoutes,
  taskRoutes,
  versionStartRoutes,
  transferRoutes,
  activityRoutes,
  webhookRoutes,
  inboxRoutes,
  pushRoutes,
  searchRoutes,
  administrationRoutes,
  auditRoutes,
  sampleProjectRoutes,
  tokenRoutes,
]

export function addPolicies(): void {
  for (const policy of [
    projectPolicy,
    trackPolicy,
    comparisonPolicy,
    notePolicy,
    sharePolicy,
    approvalPolicy,
    taskPolicy,
    transferPolicy,
    webhookPolicy,
  ])
    addPolicy(policy)
}

/**
 * What later features add to earlier ones: what moves in one transaction, where people meet, and what is kept of a
 * person.
 */
export function joinFeatures(): void {
  registerSharedContext(shareOrganization)
  registerSharedContext(shareProject)
  followNotes(followNote)
  followSeen(readSeenNotes)
  followVersions(closeVersionPlan)
  followMembers(settleReviewer)
  // In the order of the file.
  joinOwnData([
    ...ownAccount,
    ...ownTokens,
    ...ownInbox,
    ...ownOrganizations,
    ...ownProjects,
    ...ownVersions,
    ...ownUploads,
    ...ownNotes,
    ...ownApprovals,
    ...ownTasks,
    ...ownShares,
    ...ownWebhooks,
    ...ownAudit,
  ])
}

export function jobHandlers(): readonly JobHandler[] {
  return [
    ...housekeepingJobs(),
    ...versionAnalysisJobs,
    ...spectrogramJobs,
    ...renditionJobs,
    ...comparisonJobs,
    ...attachmentJobs,
    ...transferJobs(),
    ...sampleProjectJobs,
    ...inboxMailJobs,
    ...pushGatheringJobs,
    ...storageCountJobs,
    ...erasedFilesJobs,
  ]
}

/**
 * Calls to other people's servers. They have workers of their own: however long those take to answer, nobody here waits
 * for it.
 */
export function callHandlers(): readonly JobHandler[] {
  return [...webhookJobs, ...pushSendingJobs]
}

/**
 * Calls to the server that sends mail. Who waits for a link to sign in must wait for nobody's webhook, and no sound for
 * a mail server that hangs.
 */
export function mailHandlers(): readonly JobHandler[] {
  return mailJobs()
}

/** The server's own backups, one at a time. */
export function backupHandlers(): readonly JobHandler[] {
  return backupJobs
}

/** What happens in the product when people and organizations change. */
export function authListeners(services: Services): AuthListeners {
  return {
    welcome: async (userId) => {
      await ensureAdmin(services)
      await peopleChanged(services, userId)
    },
    gone: async (userId) => {
      await ensureAdmin(services)
      await peopleChanged(services, userId)
      await settleReviewerEverywhere(services, userId)
    },
    takenOver: async (userId, address) => {
      await endKnownBrowsers(services, userId)
      await dropTokens(services, userId, address)
    },
    sessionsChanged: (userId) => sessionsChanged(services, userId),
    farewell: (userId, address) => leaveWithAccount(services, userId, address),
    organizationChanged: async (organizationId, userId) => {
      await organizationChanged(services, organizationId, userId)
      if (userId !== undefined) await settleReviewerEverywhere(services, userId)
    },
    organizationLeaves: (organizationId) => handProjectsToOwners(services, organizationId),
    teamLeaves: (teamId) => closeProjectsOfTeam(services, teamId),
  }
}

/**
 * What a start must see to before anybody asks: a server that stopped after the first account and before it became the
 * admin’s.
 */
export { ensureAdmin } from '#features/account/server/account-flags.queries.ts'

const followers: readonly Follower[] = [inboxFollower, webhookFollower]

/** Works on what has happened, behind those who did it, until the answered function is called. */
export function startFollowers(services: Services): () => Promise<void> {
  const stops = followers.map((follower) => startFollower(services, follower))
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

/** Works off what is behind, and returns. */
export async function catchUp(services: Services): Promise<void> {
  for (const follower of followers) await catchUpWith(services, follower)
}

/** Work that comes round by itself queues its first turn here. */
export async function startRecurringJobs(services: Services): Promise<void> {
  if (services.database.engine === 'sqlite') await freeLeases(services.database.db)
  await startHousekeeping(services)
  await startTransferSweep(services)
  await startAttachmentSweep(services)
  await startStorageCount(services)
  await startScheduledBackup(services)
}
