import { arrayBuffer } from 'node:stream/consumers'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { type EnergyGrid, parseEnergyGrid } from '#audio/energy-file.ts'
import type { NamedPart } from '#features/comparisons/edit-words.ts'
import { type NamedSection, placeSections, sectionsOf } from '#features/notes/server/note-sections.queries.ts'
import { readWays } from '#features/notes/server/note-ways.queries.ts'
import { openTrack, openVersion, type TrackScope, type VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { derivedFileKey } from '#features/tracks/server/versions/derived-files.ts'
import type { ProjectScope } from '#server/scope.ts'
import { sectionFigures } from '../section-figures.ts'
import type { SectionPlace, TrackSections } from '../sections.contract.ts'

/** How many versions are compared. */
const MOST_VERSIONS = 12

/** Each section on each of the newest versions, with its figures from the stored energy grids. */
export async function readSections(scope: TrackScope): Promise<TrackSections> {
  const sections = await sectionsOf(scope)
  if (sections.length === 0) return { versions: [], sections: [] }
  const newest = await scope.db
    .selectFrom('versions')
    .select('id')
    .where('track_id', '=', scope.track.id)
    .where('deleted_at', 'is', null)
    .where('state', '=', 'ready')
    .orderBy('number', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
  const ways = await readWays(scope)
  const versions: TrackSections['versions'] = []
  const places: { readonly section: NamedSection; readonly place: SectionPlace }[] = []
  for (const { id } of newest) {
    const opened = await openVersion(scope, scope.track.id, id)
    const grid = await gridOf(opened)
    versions.push({
      id,
      number: opened.version.number,
      measured: !grid ? 'no-loudness' : grid.rows ? 'all' : 'no-peaks',
    })
    for (const { section, place } of placeSections(ways, opened.version, sections))
      places.push({
        section,
        place: { versionId: id, ...place, ...sectionFigures(grid, place.fromSeconds, place.toSeconds) },
      })
  }
  return {
    versions,
    sections: sections.map((section) => ({
      noteId: section.noteId,
      name: section.name,
      version: section.version,
      fromSeconds: section.fromSeconds,
      toSeconds: section.toSeconds,
      places: places.filter((one) => one.section === section).map(({ place }) => place),
    })),
  }
}

/** Named parts of a version where they are sure to be. */
export async function partsOf(
  scope: ProjectScope,
  { id, trackId }: { readonly id: string; readonly trackId: string },
): Promise<readonly NamedPart[]> {
  const track = await openTrack(scope, trackId)
  const sections = await sectionsOf(track)
  if (sections.length === 0) return []
  const { version } = await openVersion(scope, trackId, id)
  const placed = placeSections(await readWays(track), version, sections)
  return placed.flatMap(({ section: { name }, place: { by, fromSeconds: from, toSeconds: to } }) =>
    (by === 'own' || by === 'aligned') && to !== null ? [{ name, from, to }] : [],
  )
}

/** Null for object audio, whose cells are no loudness, and for what was never measured. */
async function gridOf({ storage, version }: VersionScope): Promise<EnergyGrid | null> {
  const report: AnalysisReport | null = version.report === null ? null : JSON.parse(version.report)
  if (!report || report.loudness.notMeasured !== undefined) return null
  const key = derivedFileKey(version, 'energy')
  if (!(await storage.find(key))) return null
  return parseEnergyGrid(await arrayBuffer(await storage.read(key)))
}
