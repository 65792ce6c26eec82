import { expect, test } from 'vitest'
import { fileKindOf } from '../file-kinds.ts'
import type { ProjectFile } from '../files.contract.ts'
import { arrangeFiles, fileFilters } from './file-list.ts'

const file = (name: string, updatedAt: number, sizeBytes: number): ProjectFile => ({
  id: name,
  name,
  kind: fileKindOf(name),
  trackId: null,
  audience: 'everyone',
  versionCount: 1,
  newest: {
    id: `${name}-1`,
    number: 1,
    fileName: name,
    sizeBytes,
    sha256: 'ab',
    preview: null,
    facts: null,
    note: '',
    uploadedBy: { id: 'ed', name: 'Ed' },
    createdAt: updatedAt,
  },
  createdAt: updatedAt,
  updatedAt,
})
const files = [file('take 10.mid', 3, 5), file('take 2.mid', 1, 9), file('lyrics.pdf', 2, 7)]
const names = (list: readonly ProjectFile[]) => list.map(({ name }) => name)

test('files are in order of change, name or size', () => {
  expect(names(arrangeFiles(files, { filter: 'all', sort: 'newest' }))).toEqual([
    'take 10.mid',
    'lyrics.pdf',
    'take 2.mid',
  ])
  expect(names(arrangeFiles(files, { filter: 'all', sort: 'name' }))).toEqual([
    'lyrics.pdf',
    'take 2.mid',
    'take 10.mid',
  ])
  expect(names(arrangeFiles(files, { filter: 'all', sort: 'largest' }))[0]).toBe('take 2.mid')
})

test('filters are offered for kinds that are there, if there are several', () => {
  expect(fileFilters(files)).toEqual([
    { filter: 'all', count: 3 },
    { filter: 'document', count: 1 },
    { filter: 'others', count: 2 },
  ])
  expect(fileFilters(files.slice(0, 2))).toEqual([])
  expect(names(arrangeFiles(files, { filter: 'others', sort: 'name' }))).toEqual(['take 2.mid', 'take 10.mid'])
})
