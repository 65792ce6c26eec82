import { Listeners } from '#shared/listeners.ts'

let isFull = false
const listeners = new Listeners()

/** Records whether the server's disk is full; every answer has a header for it. */
export function noteDisk(answer: Response): void {
  const says = answer.headers.get('roughmix-disk') === 'full'
  if (says === isFull) return
  isFull = says
  listeners.tell()
}

export function isDiskFull(): boolean {
  return isFull
}

export function onDiskChange(listener: () => void): () => void {
  return listeners.add(listener)
}
