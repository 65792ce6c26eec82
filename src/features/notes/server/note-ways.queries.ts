import type { Selectable } from 'kysely'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import type { ComparisonTable } from '#features/comparisons/server/comparisons.tables.ts'
import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import type { VersionTable } from '#features/tracks/server/tracks.tables.ts'
import { carriedBy } from '../note-places.ts'
import type { CarriedSteps } from '../note-places.ts'

/** The versions of a track and their comparisons, read once for the ways to any of them. */
export interface TrackWays {
  readonly chain: readonly Pick<Selectable<VersionTable>, 'id' | 'number' | 'deleted_at' | 'state'>[]
  readonly steps: ComparedSteps
}

/** One read for the versions and one for comparisons. */
export async function readWays({ db, projectId, track }: TrackScope): Promise<TrackWays> {
  const chain = await db
    .selectFrom('versions')
    .select(['id', 'number', 'deleted_at', 'state'])
    .where('track_id', '=', track.id)
    .orderBy('number')
    .execute()
  const ids = ['', ...chain.map(({ id }) => id)]
  const rows = await db
    .selectFrom('comparisons')
    .select(['version_a', 'version_b', 'state', 'result'])
    .where('project_id', '=', projectId)
    .where('version_a', 'in', ids)
    .where('version_b', 'in', ids)
    .execute()
  return { chain, steps: new ComparedSteps(rows) }
}

/**
 * The ways from other versions of the track to this one: through the versions between them, each compared with its
 * neighbour, and by a comparison of the two, in either direction. With `goesBack`, the ways from newer versions lead
 * through those between, too.
 */
export function waysTo(
  { chain, steps }: TrackWays,
  version: Pick<Selectable<VersionTable>, 'id' | 'number'>,
  { from, goesBack = false }: { readonly from: Iterable<string>; readonly goesBack?: boolean },
): ReadonlyMap<string, readonly CarriedSteps[]> {
  return new Map(
    [...new Set(from)].map((id): [string, readonly CarriedSteps[]] => {
      const start = chain.find((one) => one.id === id)?.number ?? version.number
      // Versions in the trash and those that cannot be heard are passed over, except the note's own.
      const between = chain.filter(
        ({ number, deleted_at, state }) =>
          number > Math.min(start, version.number) &&
          number < Math.max(start, version.number) &&
          deleted_at === null &&
          state === 'ready',
      )
      const along =
        start < version.number
          ? steps.along([{ id }, ...between, version])
          : goesBack && start > version.number
            ? steps.along([{ id }, ...between.toReversed(), version])
            : undefined
      const direct = steps.between(id, version)
      return [id, [along, direct && [direct]].filter((way) => way !== undefined)]
    }),
  )
}

type ComparedRow = Pick<Selectable<ComparisonTable>, 'version_a' | 'version_b' | 'state' | 'result'>
type NamedNumber = Pick<Selectable<VersionTable>, 'id' | 'number'>

/** Steps by comparisons that were read; parses each at most once. */
class ComparedSteps {
  readonly #rows: ReadonlyMap<string, ComparedRow>
  readonly #parsed = new Map<ComparedRow, ComparisonResult | undefined>()
  readonly #missing = new Map<string, readonly [a: string, b: string]>()

  constructor(rows: readonly ComparedRow[]) {
    this.#rows = new Map(rows.map((row) => [`${row.version_a} ${row.version_b}`, row]))
  }

  /**
   * Pairs of neighbours on the ways so far whose comparison is missing, as after one in between was deleted, or
   * outdated. The older first.
   */
  get missing(): readonly (readonly [a: string, b: string])[] {
    return [...this.#missing.values()]
  }

  /** By neighbours; undefined unless all of them are compared. */
  along(versions: readonly [Pick<NamedNumber, 'id'>, ...NamedNumber[]]): CarriedSteps | undefined {
    const [first, ...others] = versions
    let before = first.id
    const steps = others.map((next) => {
      const step = this.between(before, next)
      const row = this.#rows.get(`${before} ${next.id}`)
      if (!step && (!row || row.state === 'ready')) this.#missing.set(`${before} ${next.id}`, [before, next.id])
      before = next.id
      return step
    })
    return steps.every((step) => step !== undefined) ? steps : undefined
  }

  between(one: string, { id, number }: NamedNumber): CarriedSteps[number] | undefined {
    const there = this.#rows.get(`${one} ${id}`)
    const result = this.#resultOf(there ?? this.#rows.get(`${id} ${one}`))
    const carried = result && carriedBy(result, there ? 'there' : 'back')
    return carried && { carried, number }
  }

  #resultOf(row: ComparedRow | undefined): ComparisonResult | undefined {
    if (!row || row.state !== 'ready' || row.result === null) return undefined
    if (!this.#parsed.has(row)) this.#parsed.set(row, JSON.parse(row.result) as ComparisonResult)
    return this.#parsed.get(row)
  }
}
