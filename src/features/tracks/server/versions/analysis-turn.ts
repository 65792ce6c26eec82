import type { Milliseconds } from '#shared/units.ts'
import type { JobRun } from '#server/jobs/job-runner.ts'
import { analyseVersion } from './version-analysis.kind.ts'

/** Far more than a song needs. */
const TURN_MS: Milliseconds = 4000
/** What is nearly done may as well be finished. */
const NEARLY_MS: Milliseconds = 15_000
const LOOK_MS: Milliseconds = 500

/**
 * One file's turn at the decoder. It is over when it took long, will take longer still, and others wait that nobody has
 * looked at: ten files that hang must not keep the eleventh from being heard.
 */
export class AnalysisTurn {
  readonly #over = new AbortController()
  readonly #startedAt = performance.now()
  readonly #looking: ReturnType<typeof setInterval> | undefined
  #fraction = 0

  constructor({ services, isLastAttempt }: Pick<JobRun, 'services' | 'isLastAttempt'>) {
    // Nothing would be left to go on with.
    if (isLastAttempt) return
    this.#looking = setInterval(() => {
      if (this.#isLong())
        void this.#othersWait(services).then(
          (wait) => wait && this.#over.abort(new Error('others wait')),
          () => undefined,
        )
    }, LOOK_MS)
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  progress(fraction: number): void {
    this.#fraction = fraction
  }

  end(): void {
    clearInterval(this.#looking)
  }

  #isLong(): boolean {
    const soFar = performance.now() - this.#startedAt
    return soFar > TURN_MS && soFar / this.#fraction - soFar > NEARLY_MS
  }

  async #othersWait({ database, now }: JobRun['services']): Promise<boolean> {
    const other = await database.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', analyseVersion.kind)
      .where('state', '=', 'ready')
      .where('run_at', '<=', now())
      .limit(1)
      .executeTakeFirst()
    return other !== undefined
  }
}
