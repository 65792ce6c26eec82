import { expect, test } from 'vitest'
import type { UploadAllowance } from '../../transfers.contract.ts'
import { allowanceProblem } from './upload-allowance.ts'

const file = (name: string, size: number) => ({ name, size })
const allowance = (more: Partial<UploadAllowance> = {}): UploadAllowance => ({
  freeBytes: 1000,
  limitedBy: 'project',
  largestFileBytes: 5000,
  ...more,
})

test('files that fit to the last byte are sent', () => {
  expect(allowanceProblem([file('a.wav', 400), file('b.wav', 600)], allowance())).toBeNull()
})

test('files that together are too much are told before they are sent, with what is full', () => {
  expect(allowanceProblem([file('a.wav', 400), file('b.wav', 601)], allowance({ limitedBy: 'organization' }))).toEqual({
    kind: 'no-room',
    limitedBy: 'organization',
    neededBytes: 1001,
    freeBytes: 1000,
  })
})

test('a file larger than the server takes is named, whatever room there is', () => {
  expect(
    allowanceProblem([file('a.wav', 10), file('long.wav', 5001)], allowance({ freeBytes: null, limitedBy: null })),
  ).toEqual({
    kind: 'too-large',
    fileName: 'long.wav',
    mostBytes: 5000,
  })
})

test('nothing is held back while the room is not known, or nothing is to be sent', () => {
  expect([
    allowanceProblem([file('a.wav', 1e12)], undefined),
    allowanceProblem([], allowance({ freeBytes: 0 })),
  ]).toEqual([null, null])
})
