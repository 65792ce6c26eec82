import type {
  AccountFarewellTable,
  AccountTable,
  AnswerTable,
  AuditTable,
  EventTable,
  InvitationTable,
  JobTable,
  LimitTable,
  MemberTable,
  MigrationTable,
  OrganizationQuotaTable,
  OrganizationTable,
  ServerSettingTable,
  SessionTable,
  StandingTable,
  StorageUseTable,
  StreamTable,
  TeamMemberTable,
  TeamTable,
  UserSettingTable,
  UserTable,
  VerificationTable,
} from './platform.tables.ts'

/** The platform's own tables; `table-decisions.ts` says how exports and imports treat them. */
export interface PlatformTables {
  user: UserTable
  session: SessionTable
  account: AccountTable
  verification: VerificationTable
  organization: OrganizationTable
  member: MemberTable
  team: TeamTable
  teamMember: TeamMemberTable
  invitation: InvitationTable
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

/**
 * All tables. A feature adds its own to this interface, in `server/<noun>.tables.ts`: `declare module
 * '#server/db/tables.ts' { interface Tables { … } }`.
 */
export interface Tables extends PlatformTables {}
