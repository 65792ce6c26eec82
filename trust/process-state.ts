import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process in bytes (Linux). */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Number of open files and connections of a process. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
