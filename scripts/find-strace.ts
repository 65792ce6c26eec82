import { spawnSync } from 'node:child_process'
import { findInPath, installDebian } from './find-program.ts'

/**
 * strace, which shows the files and addresses that a decoder requests from the kernel, if it may trace other processes.
 */
export function findStrace({
  install,
}: {
  readonly install: boolean
}): { readonly path: string } | { readonly missing: string } {
  if (process.platform !== 'linux') return { missing: 'strace is a program of Linux' }
  const installed = install && findInPath('strace') === undefined ? installDebian('strace') : true
  if (installed !== true) return { missing: installed }
  const path = findInPath('strace')
  if (path === undefined) return { missing: 'strace is not there' }
  const tried = spawnSync(path, ['-f', '-qq', '-e', 'trace=none', 'true'], { encoding: 'utf8' })
  return tried.status === 0
    ? { path }
    : { missing: `strace may not look at processes here: ${tried.stderr.trim().split('\n')[0] ?? ''}` }
}
