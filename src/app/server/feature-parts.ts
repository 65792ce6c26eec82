import { tokenRights } from '#features/tokens/token-rights.ts'
import type { Contract } from '#shared/contract.ts'
import type { OpenTo } from '#shared/token-scopes.ts'
import { platformTables, type TableDecision, type TableName } from '#server/db/table-decisions.ts'
import { catchUpWith, startConsumer } from '#server/events/stream-consumers.ts'
import { joinFeatures, type Feature, type WorkerPool } from '#server/feature.ts'
import { housekeepingJobs, startHousekeeping } from '#server/jobs/housekeeping.jobs.ts'
import type { JobHandler } from '#server/jobs/job-runner.ts'
import { freeLeases } from '#server/jobs/jobs.queue.ts'
import { mailJobs } from '#server/mail/mail.jobs.ts'
import type { ServedContract } from '#server/router/route-table.ts'
import type { Services } from '#server/services.ts'
import { features } from './features.ts'

const all: readonly Feature[] = features

/** Every contract with its handlers. */
export const served: readonly ServedContract[] = all.flatMap(({ serves }) => serves)

/** All routes, for the access test and the API page. */
export const contracts: readonly Contract[] = served.map(({ contract }) => contract)

export const tokenTable = tokenRights(
  contracts,
  Object.assign({}, ...all.map(({ actions }) => actions?.tokens)) as Readonly<Record<string, OpenTo>>,
)

/** A table that no feature declares fails to compile, and this type names it. */
type Stated = keyof typeof platformTables | TablesOf<(typeof features)[number]>
type TablesOf<F> = F extends { readonly tables?: infer Owned } ? keyof NonNullable<Owned> : never
const unstated: Readonly<Record<Exclude<TableName, Stated>, TableDecision>> = {}

/** The decisions on each table, in feature order, the platform's last. */
export const tableDecisions: Readonly<Record<string, TableDecision>> = Object.assign(
  {},
  ...all.map(({ tables }) => tables),
  platformTables,
  unstated,
)

/** Registers hooks; call it before the first request. Jobs also check permissions and notify other features. */
export function joinEveryFeature(): void {
  joinFeatures(all)
}

/** Handlers of the platform and of the features. */
export function jobHandlers(pool: WorkerPool): readonly JobHandler[] {
  const ours = { normal: () => housekeepingJobs, mail: mailJobs, calls: none, backup: none }
  return [...ours[pool](), ...all.flatMap(({ jobs }) => jobs?.[pool] ?? [])]
}

function none(): readonly JobHandler[] {
  return []
}

const consumers = all.flatMap((feature) => feature.consumers ?? [])

/** Processes events asynchronously until the returned function is called. */
export function startConsumers(services: Services): () => Promise<void> {
  const stops = consumers.map((consumer) => startConsumer(services, consumer))
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

/** Processes all pending events, and returns. */
export async function catchUp(services: Services): Promise<void> {
  for (const consumer of consumers) await catchUpWith(services, consumer)
}

/** Queues the first run of each recurring job. */
export async function startRecurringJobs(services: Services): Promise<void> {
  if (services.database.engine === 'sqlite') await freeLeases(services.database.db)
  await startHousekeeping(services)
  for (const { recurring } of all) await recurring?.(services)
}
