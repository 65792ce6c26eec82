import type { Transfer } from './transfers-store.ts'

/** All transfers in one line. */
export interface TransferTotal {
  readonly count: number
  readonly done: number
  readonly failed: number
  /** Neither completed nor failed; includes those that wait for the user. */
  readonly unfinished: number
  /** 0..1 of all known bytes. */
  readonly share: number
  /** Sum over active transfers; 0 if there is none. */
  readonly bytesPerSecond: number
}

/** Of those that are under way, and of what was finished since the first of them began: not of what was done before. */
export function transferTotal(all: readonly Transfer[]): TransferTotal {
  const first = Math.min(...all.filter(({ status }) => status !== 'completed').map(({ startedAt }) => startedAt))
  const transfers = all.filter(({ finishedAt }) => first === Infinity || finishedAt === null || finishedAt >= first)
  const count = transfers.length
  const done = transfers.filter(({ status }) => status === 'completed').length
  const failed = transfers.filter(({ status }) => status === 'error').length
  const allBytes = sum(transfers, ({ totalBytes }) => totalBytes ?? 0)
  const moved = sum(transfers, ({ bytes, totalBytes }) => Math.min(bytes, totalBytes ?? 0))
  return {
    count,
    done,
    failed,
    unfinished: count - done - failed,
    share: allBytes > 0 ? moved / allBytes : done === count ? 1 : 0,
    bytesPerSecond: sum(transfers, ({ bytesPerSecond }) => bytesPerSecond ?? 0),
  }
}

/** Unfinished and failed transfers first, in order of start; then finished ones, the latest first. */
export function inPanelOrder(transfers: readonly Transfer[]): readonly Transfer[] {
  const over = transfers.filter(({ status }) => status === 'completed')
  return [
    ...transfers.filter(({ status }) => status !== 'completed'),
    ...over.toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0)),
  ]
}

function sum(transfers: readonly Transfer[], amount: (transfer: Transfer) => number): number {
  return transfers.reduce((total, transfer) => total + amount(transfer), 0)
}
