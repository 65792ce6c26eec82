import { describe, expect, test } from 'vitest'
import { inPanelOrder, transferTotal } from './transfer-total.ts'
import { transferNews } from './transfer-news.ts'
import { isResumed, isStopped, timeLeft, transferWords } from './transfer-words.ts'
import { transfersStore, type Transfer, type TransferDraft } from './transfers-store.ts'

const MB = 1_000_000
const draft: TransferDraft = {
  id: 'a',
  kind: 'upload',
  filename: 'Salt_v5.wav',
  status: 'uploading',
  phase: 'moving',
  error: null,
  bytes: 0,
  totalBytes: 80 * MB,
  bytesPerSecond: null,
  projectId: 'p',
  trackId: null,
  trackTitle: null,
  versionId: null,
  reopens: false,
  startedAt: 1,
  finishedAt: null,
}

function transfer(part: Partial<TransferDraft>): Transfer {
  const store = transfersStore()
  store.put({ ...draft, ...part })
  const [made] = store.list()
  if (!made) throw new Error('there is one')
  return made
}

const said = (part: Partial<TransferDraft>) => transferWords(transfer(part))
const failed = (code: NonNullable<TransferDraft['error']>['code'], httpStatus: number | null = null) =>
  ({ status: 'error', error: { code, message: code, httpStatus } }) as const

describe('a transfer says', () => {
  test.each<[string, Partial<TransferDraft>, string]>([
    [
      'how fast it is and when it is over',
      { bytes: 46.4 * MB, bytesPerSecond: 11.2 * MB },
      'Uploading · 11 MB/s · 3 s left',
    ],
    ['no more than it knows', { kind: 'download', status: 'downloading' }, 'Downloading'],
    ['that it waits for others', { phase: 'queued' }, 'Queued'],
    ['where it was paused', { phase: 'paused', bytes: 21 * MB }, 'Upload paused at 21 MB'],
    [
      'where the line broke, and that nothing is lost',
      { phase: 'retrying', bytes: 21 * MB, error: { code: 'network', message: '', httpStatus: null } },
      'Connection lost at 21 MB. Nothing is lost.',
    ],
    [
      'that there is no line at all',
      { phase: 'retrying', error: { code: 'network', message: '', httpStatus: null } },
      'No connection yet. It resumes automatically.',
    ],
    [
      'that the server is busy',
      { phase: 'retrying', bytes: MB, error: { code: 'server', message: '', httpStatus: 503 } },
      'The server is busy. It resumes automatically.',
    ],
    [
      'that its track is in the trash, and what to do',
      { phase: 'retrying', bytes: MB, error: { code: 'in-trash', message: '', httpStatus: 423 } },
      'The track or file is in the trash. Once it is restored, this resumes automatically.',
    ],
    [
      'that its file must be given again',
      { phase: 'file-needed', bytes: 21 * MB },
      'Stopped at 21 MB. Choose the file again to continue.',
    ],
    ['no size where none is known', { phase: 'file-needed' }, 'Stopped. Choose the file again to continue.'],
    [
      'that its file may be opened again',
      { phase: 'file-needed', bytes: 21 * MB, reopens: true },
      'Stopped at 21 MB. Resume to continue.',
    ],
    [
      'that its file has changed',
      { phase: 'file-needed', error: { code: 'file-changed', message: '', httpStatus: null } },
      'The file has changed on your disk. Upload it again.',
    ],
    [
      'that its hash was compared',
      { kind: 'download', status: 'completed', isVerified: true },
      'Downloaded · hash matches',
    ],
    [
      'no hash where there was none to compare',
      { kind: 'download', status: 'completed', isVerified: false },
      'Downloaded · complete',
    ],
    [
      'that the server is not ready with it',
      { kind: 'download', status: 'downloading', phase: 'making' },
      'The server is preparing the file',
    ],
  ])('%s', (_, part, expected) => expect(said(part)).toBe(expected))

  test('the three errors of downloads by their names, with what they mean', () => {
    const download = { kind: 'download', bytes: 21 * MB } as const
    expect([null, 403, 404, 502, 418].map((status) => said({ ...download, ...failed('file-fetch', status) }))).toEqual([
      'File fetch error: the server cannot be reached. Check the connection and try again.',
      'File fetch error: you can no longer download this.',
      'File fetch error: it is no longer on the server.',
      'File fetch error: the server has a problem. Try again in a moment.',
      'File fetch error: the server did not send the file.',
    ])
    expect(said({ ...download, ...failed('no-length') })).toMatch(/^Wrong content-length: the size is missing/)
    expect(said({ ...download, ...failed('content-length') })).toMatch(/^Wrong content-length: /)
    expect(said({ ...download, ...failed('stream') })).toBe(
      'Stream error: the connection broke off at 21 MB. Nothing is lost.',
    )
  })
})

test('time left is rounded up to what one can use', () => {
  expect([0.2, 3, 59.5, 61, 3600, 4801].map(timeLeft)).toEqual(['1 s', '3 s', '1 min', '2 min', '1 h', '1 h 21 min'])
})

test('a broken line has stopped and is resumed; a paused one has not stopped', () => {
  const lost = transfer({ phase: 'retrying', error: { code: 'network', message: '', httpStatus: null } })
  expect([isStopped(lost), isResumed(lost)]).toEqual([true, true])
  expect(isStopped(transfer({ phase: 'paused' }))).toBe(false)
  expect(isStopped(transfer({ phase: 'retrying', error: { code: 'server', message: '', httpStatus: 423 } }))).toBe(
    false,
  )
  expect(isResumed(transfer(failed('checksum')))).toBe(false)
  expect(isStopped(transfer({ status: 'completed', phase: 'retrying' }))).toBe(false)
})

describe('all transfers together', () => {
  const some = [
    transfer({ id: 'a', status: 'completed', bytes: 80 * MB, finishedAt: 5 }),
    transfer({ id: 'b', bytes: 40 * MB, bytesPerSecond: MB }),
    transfer({ id: 'c', ...failed('stream') }),
    transfer({ id: 'd', status: 'completed', bytes: 80 * MB, finishedAt: 9 }),
  ]

  test('are counted, with their bytes and speed', () => {
    expect(transferTotal(some)).toEqual({
      count: 4,
      done: 2,
      failed: 1,
      unfinished: 1,
      share: 200 / 320,
      bytesPerSecond: MB,
    })
    expect(transferTotal([transfer({ totalBytes: 0, status: 'completed' })]).share).toBe(1)
  })

  test('stand with what is unfinished first and the latest of the finished next', () => {
    expect(inPanelOrder(some).map(({ id }) => id)).toEqual(['b', 'c', 'd', 'a'])
  })
})

describe('read aloud is', () => {
  const going = transfer({ bytes: MB })

  test('what begins, one by its name and several by their number', () => {
    expect(transferNews([], [going])).toBe('Uploading Salt_v5.wav')
    expect(transferNews([], [going, transfer({ id: 'b' })])).toBe('Uploading 2 files')
  })

  test('what ends well', () => {
    expect(transferNews([going], [transfer({ status: 'completed' })])).toBe('Salt_v5.wav is uploaded')
    const download = { kind: 'download', status: 'downloading' } as const
    expect(transferNews([transfer(download)], [transfer({ ...download, status: 'completed', isVerified: true })])).toBe(
      'Salt_v5.wav is downloaded, its hash matches',
    )
  })

  test('what stops, once', () => {
    const lost = transfer({
      phase: 'retrying',
      bytes: 21 * MB,
      error: { code: 'network', message: '', httpStatus: null },
    })
    expect(transferNews([going], [lost])).toBe('Salt_v5.wav: Connection lost at 21 MB. Nothing is lost.')
    expect(transferNews([lost], [lost])).toBeNull()
  })

  test('nothing while bytes flow', () => expect(transferNews([going], [transfer({ bytes: 2 * MB })])).toBeNull())
})
