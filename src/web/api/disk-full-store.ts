import { Listeners } from '#shared/listeners.ts'

let isFull = false
const listeners = new Listeners()

/** Every answer says whether the server's disk is full. */
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
