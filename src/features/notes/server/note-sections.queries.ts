import type { TrackScope, VersionScope } from '#features/tracks/server/tracks.scope.ts'
import type { Seconds } from '#shared/units.ts'
import { visibilitiesFor } from '../note-visibility.ts'
import type { NotePlace } from '../notes.contract.ts'
import { placeNote } from '../note-places.ts'
import { sectionName } from '../section-name.ts'
import { type TrackWays, waysTo } from './note-ways.queries.ts'

/** A part of a track that a note names, on the version where it was named. */
export interface NamedSection {
  readonly noteId: string
  readonly name: string
  readonly version: { readonly id: string; readonly number: number }
  readonly fromSeconds: number
  readonly toSeconds: number
}

/** Longer words are no name. */
const MOST_NAME = 40

/** Those of the oldest version first, in order of time. */
export async function sectionsOf({ db, track }: TrackScope): Promise<readonly NamedSection[]> {
  const rows = await db
    .selectFrom('notes')
    .innerJoin('versions', 'versions.id', 'notes.version_id')
    .select([
      'notes.id',
      'notes.body',
      'notes.section',
      'notes.from_seconds',
      'notes.to_seconds',
      'notes.version_id',
      'versions.number',
    ])
    .where('notes.track_id', '=', track.id)
    .where('notes.parent_id', 'is', null)
    .where('notes.deleted_at', 'is', null)
    .where('notes.to_seconds', 'is not', null)
    .where('notes.visibility', 'in', visibilitiesFor('members'))
    .where((eb) => eb(eb.fn<number>('length', ['notes.body']), '<=', MOST_NAME))
    .orderBy('versions.number')
    .orderBy('notes.from_seconds')
    .orderBy('notes.id')
    .execute()
  return rows.flatMap(({ id, body, section, from_seconds, to_seconds, version_id, number }) => {
    const name = sectionName({ body, section, toSeconds: to_seconds })
    return name === undefined || to_seconds === null
      ? []
      : [
          {
            noteId: id,
            name,
            version: { id: version_id, number },
            fromSeconds: from_seconds,
            toSeconds: to_seconds,
          },
        ]
  })
}

/**
 * Edits are made where sections begin and end, so their very ends belong to the sound before and after. Sections are
 * looked for by what is inside.
 */
const INSET: Seconds = 0.1

/** Where sections are on a version, also on one that is older than where they were named. */
export function placeSections(
  track: TrackWays,
  named: VersionScope['version'],
  sections: readonly NamedSection[],
): readonly { readonly section: NamedSection; readonly place: NotePlace }[] {
  const { number, duration_seconds: durationSeconds } = named
  const ways = waysTo(track, named, { from: sections.map(({ version }) => version.id), goesBack: true })
  return sections.flatMap((section) => {
    const { fromSeconds, toSeconds, version } = section
    const inset = version.number === number ? 0 : Math.min(INSET, (toSeconds - fromSeconds) / 4)
    // Unlike a note, a section counts on every version, whatever became of its note.
    const place = placeNote(
      {
        fromSeconds: fromSeconds + inset,
        toSeconds: toSeconds - inset,
        state: 'open',
        versionNumber: version.number,
        fixedInNumber: null,
        isOrphan: true,
      },
      { number, durationSeconds },
      ways.get(version.id) ?? [],
    )
    return place ? [{ section, place: place.by === 'cut' ? place : outset(place, inset, durationSeconds) }] : []
  })
}

function outset(place: NotePlace, by: Seconds, durationSeconds: Seconds | null): NotePlace {
  const { fromSeconds, toSeconds } = place
  return {
    ...place,
    fromSeconds: Math.max(0, tidy(fromSeconds - by)),
    toSeconds: toSeconds === null ? null : Math.min(durationSeconds ?? Number.POSITIVE_INFINITY, tidy(toSeconds + by)),
  }
}

/** To a microsecond: adding and subtracting must give the time that was typed. */
function tidy(seconds: Seconds): Seconds {
  return Math.round(seconds * 1e6) / 1e6
}
