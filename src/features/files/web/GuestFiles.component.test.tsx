import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import type { ProjectFile } from '../files.contract.ts'
import GuestFileDialog from './GuestFileDialog.tsx'
import { GuestFiles } from './GuestFiles.tsx'

const stems: ProjectFile = {
  id: 'stems',
  name: 'Kiln stems.zip',
  kind: 'stems',
  trackId: 'kiln',
  audience: 'everyone',
  versionCount: 1,
  newest: {
    id: 'stems-2',
    number: 2,
    fileName: 'Kiln stems.zip',
    sizeBytes: 212_000,
    sha256: 'ab'.repeat(32),
    preview: null,
    facts: null,
    note: '',
    uploadedBy: { id: 'ed', name: null },
    createdAt: 1,
  },
  createdAt: 1,
  updatedAt: 1,
}

function open(files: readonly ProjectFile[] | undefined, error: Error | null = null) {
  const [onDownload, onRetry] = [vi.fn<(file: ProjectFile) => void>(), vi.fn<() => void>()]
  const list = <GuestFiles address="s_one" files={files} error={error} onRetry={onRetry} onDownload={onDownload} />
  return { ...show(list), onDownload, onRetry }
}

test('a file is downloaded from its row', async () => {
  const { person, onDownload } = open([stems])
  await person.click(screen.getByRole('button', { name: /^Download Kiln stems\.zip, 212/ }))
  expect(onDownload.mock.calls).toEqual([[stems]])
})

test('and from where it is looked at, which says when there is nothing to show', async () => {
  const onDownload = vi.fn<() => void>()
  const dialog = <GuestFileDialog address="s_one" file={stems} onDownload={onDownload} onClose={() => undefined} />
  const { person } = show(dialog)
  const shown = within(await screen.findByRole('dialog'))
  shown.getByText(/^Nothing to show/)
  await person.click(shown.getByRole('button', { name: 'Download' }))
  expect(onDownload).toHaveBeenCalledOnce()
})

test('a link without files has no heading for them', () => {
  open([])
  expect(screen.queryByRole('heading', { name: 'Files' })).toBeNull()
})

test('a list that did not load says so, and is asked for again', async () => {
  const { person, onRetry } = open(undefined, new Error('No answer'))
  expect(screen.getByRole('alert').textContent).toMatch(/^The files could not be loaded\./)
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})
