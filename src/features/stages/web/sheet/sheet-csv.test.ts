import { expect, test } from 'vitest'
import { sheetCsv } from './sheet-csv.ts'
import { cellsIn } from './sheet-progress.ts'

test('a spreadsheet gets a line for each track and runs nothing in it', () => {
  const csv = sheetCsv({
    tracks: [
      { id: 'kiln', title: '=HYPERLINK("x")' },
      { id: 'salt', title: 'Salt' },
    ],
    stages: [{ id: 'mix', name: 'Mix' }],
    cellOf: cellsIn([
      { stageId: 'mix', trackId: 'salt', state: 'in-work', assigneeId: 'ed', dueOn: '2026-12-12', note: 'say "no"' },
    ]),
    nameOf: () => 'Ed',
  })
  expect(csv.split('\r\n')).toEqual([
    '"Title","Mix","Mix: who","Mix: due","Mix: note"',
    '"\'=HYPERLINK(""x"")","Not started","","",""',
    '"Salt","In progress","Ed","2026-12-12","say ""no"""',
    '',
  ])
})
