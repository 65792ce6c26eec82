import type { JobFacts } from '#features/administration/administration.contract.ts'
import { listJobs, retryDeadJob } from '#features/administration/server/jobs-list.queries.ts'
import { serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { columns } from './command-help.ts'
import { recordCommand } from './command-audit.ts'
import { Misused, CommandRefused, type AdminCommand } from './command.ts'

const STATES = ['ready', 'active', 'done', 'dead'] as const
type State = (typeof STATES)[number]

export const jobCommands: readonly AdminCommand[] = [
  {
    words: 'jobs list',
    takes: '',
    summary: 'Background jobs, newest first, without finished ones.',
    options: { state: { takes: 'STATE', text: `Only those that are ${STATES.join(', ')}.` } },
    async run({ options, ground }) {
      const state = stateOf(options['state'])
      const jobs = (await allJobs(await ground.open(), state)).filter(
        (job) => state !== undefined || job.state !== 'done',
      )
      return {
        lines:
          jobs.length === 0
            ? ['None.']
            : columns(
                jobs.map((job) => [
                  job.id,
                  job.kind,
                  job.state,
                  `${job.attempts}/${job.maxAttempts}`,
                  job.lastError ?? '',
                ]),
              ),
        json: jobs,
      }
    },
  },
  {
    words: 'jobs retry',
    takes: '[JOB]',
    summary: 'Retry a dead job, or every dead job with --all.',
    options: { all: { text: 'All dead jobs.' } },
    async run({ arguments: [id], options, ground }) {
      if ((id === undefined) === (options['all'] === undefined)) throw new Misused('Name a job, or use --all.')
      const services = await ground.open()
      const ids = id === undefined ? (await allJobs(services, 'dead')).map((job) => job.id) : [id]
      if (id !== undefined) await refuseUnlessDead(services, id)
      for (const one of ids) await retryDeadJob(serverScope(services), one)
      if (ids.length > 0)
        await recordCommand(
          { ...services, db: services.database.db },
          { kind: 'admin.jobs_retried', refs: id === undefined ? { count: String(ids.length) } : { jobId: id } },
        )
      return {
        lines: [ids.length === 1 ? 'One job was queued again.' : `${ids.length} jobs were queued again.`],
        json: { retried: ids },
      }
    },
  },
]

function stateOf(given: string | true | undefined): State | undefined {
  if (given === undefined) return undefined
  const state = STATES.find((one) => one === given)
  if (!state) throw new Misused(`A job is ${STATES.join(', ')}.`)
  return state
}

async function allJobs(services: Services, state: State | undefined): Promise<readonly JobFacts[]> {
  const jobs: JobFacts[] = []
  for (let cursor: string | undefined; ;) {
    const page = await listJobs(serverScope(services), { cursor, limit: 200, state })
    jobs.push(...page.items)
    if (page.nextCursor === null) return jobs
    cursor = page.nextCursor
  }
}

async function refuseUnlessDead({ database: { db } }: Services, id: string): Promise<void> {
  const job = await db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst()
  if (!job) throw new CommandRefused(`There is no job ${id}.`)
  if (job.state !== 'dead') throw new CommandRefused(`Job ${id} is ${job.state}; only dead jobs can be retried.`)
}
