import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'
import type { NoteScope } from '#features/notes/server/notes.scope.ts'
import type { NoteTable } from '#features/notes/server/notes.tables.ts'
import type { TrackScope, VersionScope } from '#features/tracks/server/tracks.scope.ts'
import type { TrackTable, VersionTable } from '#features/tracks/server/tracks.tables.ts'
import type { ProjectScope, ServerScope, UserScope, VisitorScope } from '#server/scope.ts'

/**
 * None of these may compile: an existing scope must not be convertible to one that nobody has opened. The compiler
 * checks this, because it rejects an unused `@ts-expect-error`.
 */
const forged = {
  // @ts-expect-error rights that nobody has granted
  project: (me: UserScope, projectId: string): ProjectScope => ({ ...me, role: 'owner', mayDownload: true, projectId }),
  // @ts-expect-error another project than the one that was looked up
  otherProject: (scope: ProjectScope, projectId: string): ProjectScope => ({ ...scope, projectId }),
  // @ts-expect-error a higher role than the one that was looked up
  owner: (scope: ProjectScope): ProjectScope => ({ ...scope, role: 'owner' }),
  // @ts-expect-error a project for nobody's own work
  ofServer: (scope: ServerScope, rights: Pick<ProjectScope, 'role' | 'mayDownload' | 'projectId'>): ProjectScope => ({
    ...scope,
    ...rights,
  }),
  // @ts-expect-error a row that the opener has not found within the project
  track: (scope: ProjectScope, track: Selectable<TrackTable>): TrackScope => ({ ...scope, track }),
  // @ts-expect-error a row that the opener has not found within the track
  version: (scope: TrackScope, version: Selectable<VersionTable>): VersionScope => ({ ...scope, version }),
  // @ts-expect-error a row that the opener has not found within the project
  note: (scope: ProjectScope, note: Selectable<NoteTable>): NoteScope => ({ ...scope, note }),
  // @ts-expect-error services without anybody's proof
  visitor: (scope: Omit<VisitorScope, symbol>): VisitorScope => scope,
}

test('scopes are made by their openers alone', () => {
  expect(Object.keys(forged)).toHaveLength(8)
})
