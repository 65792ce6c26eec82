import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleProject } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import type { ProjectFile } from '../files.contract.ts'
import type { FileMenuContext } from './file-entries.ts'
import { FilesTable } from './FilesTable.tsx'

const file = (name: string, change: Partial<ProjectFile> = {}): ProjectFile => ({
  id: name,
  name,
  kind: 'document',
  trackId: null,
  audience: 'everyone',
  versionCount: 1,
  newest: {
    id: `${name}-1`,
    number: 1,
    fileName: name,
    sizeBytes: 212_000,
    sha256: 'ab'.repeat(32),
    preview: null,
    facts: null,
    note: '',
    uploadedBy: { id: 'gone', name: null },
    createdAt: 1,
  },
  createdAt: 1,
  updatedAt: 1,
  ...change,
})

function open(change: Partial<FileMenuContext> = {}, files = [file('Lyrics.pdf'), file('Kite.mid')]) {
  const remove = vi.fn<FileMenuContext['actions']['remove']>()
  const onRename = vi.fn<FileMenuContext['onRename']>()
  const context: FileMenuContext = {
    project: sampleProject(),
    mayEdit: true,
    actions: { change: () => undefined, remove },
    onOpen: () => undefined,
    onDownload: () => undefined,
    onVersion: () => undefined,
    onRename,
    onNote: () => undefined,
    ...change,
  }
  const onTheWay = [{ id: 'u', name: 'stems.zip', share: 0.625, words: 'Uploading', isStopped: false, buttons: null }]
  return { ...show(<FilesTable context={context} files={files} onTheWay={onTheWay} />), remove, onRename }
}

const name = (of: string) => screen.getByRole('button', { name: of })

test('what is on its way is a row with a bar and words, above the files', () => {
  open()
  const [, first] = screen.getAllByRole('row')
  expect(first?.textContent).toContain('stems.zip')
  expect(first?.textContent).toContain('62%')
  expect(within(first as HTMLElement).getByRole('progressbar', { name: 'stems.zip' }).ariaValueNow).toBe('62')
})

test('arrows walk between the names, F2 renames and Delete moves to the trash', async () => {
  const { person, remove, onRename } = open()
  name('Lyrics.pdf').focus()
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(name('Kite.mid'))
  await person.keyboard('{F2}')
  expect(onRename.mock.calls.map(([{ id }]) => id)).toEqual(['Kite.mid'])
  await person.keyboard('{ArrowUp}{Delete}')
  expect(remove.mock.calls.map(([{ id }]) => id)).toEqual(['Lyrics.pdf'])
})

test('whoever may only look changes nothing by the keys or the menu', async () => {
  const { person, remove, onRename } = open({ mayEdit: false, onDownload: undefined, onVersion: undefined })
  name('Lyrics.pdf').focus()
  await person.keyboard('{F2}{Delete}')
  expect([onRename.mock.calls, remove.mock.calls]).toEqual([[], []])
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
  await person.click(name('Actions for Lyrics.pdf'))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Open'])
})

test('one version has no list of versions to open, and people who left are named as such', () => {
  open({}, [file('Lyrics.pdf'), file('Glasshouse.rpp', { versionCount: 3, audience: 'editors' })])
  expect(screen.queryByRole('button', { name: /versions? of Lyrics\.pdf/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^3 versions\s*of Glasshouse\.rpp$/ }).getAttribute('aria-expanded')).toBe(
    'false',
  )
  expect(screen.getAllByText('Deleted user').length).toBeGreaterThan(0)
  expect(screen.getByText('Editors')).toBeDefined()
})
