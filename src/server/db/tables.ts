import type { ApprovalTables } from '#features/approvals/server/approvals.tables.ts'
import type { ComparisonTables } from '#features/comparisons/server/comparisons.tables.ts'
import type { InboxTables } from '#features/inbox/server/inbox.tables.ts'
import type { NoteTables } from '#features/notes/server/notes.tables.ts'
import type { ProjectTables } from '#features/projects/server/projects.tables.ts'
import type { RenditionTables } from '#features/renditions/server/renditions.tables.ts'
import type { ShareTables } from '#features/shares/server/shares.tables.ts'
import type { TaskTables } from '#features/tasks/server/tasks.tables.ts'
import type { TokenTables } from '#features/tokens/server/tokens.tables.ts'
import type { TrackTables } from '#features/tracks/server/tracks.tables.ts'
import type { TransferTables } from '#features/transfers/server/transfers.tables.ts'
import type { WebhookTables } from '#features/webhooks/server/webhooks.tables.ts'
import type { OrganizationTables } from '#features/organizations/server/organizations.tables.ts'
import type { AccountFarewellTable, AccountTable, AnswerTable, AuditTable, EventTable, JobTable, LimitTable, MigrationTable, OrganizationQuotaTable, ServerSettingTable, SessionTable, StandingTable, StorageUseTable, StreamTable, UserSettingTable, UserTable, VerificationTable } from './platform.tables.ts'

/** Every table there is. Features declare their own columns. */
export interface Tables extends ProjectTables, TrackTables, RenditionTables, ComparisonTables, NoteTables, ShareTables, ApprovalTables, TaskTables, TransferTables, OrganizationTables, InboxTables, TokenTables, WebhookTables {
  user: UserTable
  session: SessionTable
  account: AccountTable
  verification: VerificationTable
  limits: LimitTable
  server_settings: ServerSettingTable
  user_settings: UserSettingTable
  account_farewells: AccountFarewellTable
  standings: StandingTable
  streams: StreamTable
  events: EventTable
  jobs: JobTable
  answers: AnswerTable
  audit: AuditTable
  storage_use: StorageUseTable
  organization_quotas: OrganizationQuotaTable
  migrations: MigrationTable
}
