/**
 * The result of checking strace's output against one rule: when an answer starts to be sent, everything written must
 * have been flushed.
 */
export interface FlushReport {
  /** Successful answers that were checked. */
  readonly answers: number
  readonly flushes: { readonly database: number; readonly files: number; readonly folders: number }
  /** Files that got their final name. */
  readonly named: number
  readonly wrong: readonly string[]
}

interface Call {
  readonly name: string
  readonly args: string
}

interface Watched {
  written: number
  flushed: number
}

const WRITES = /^(write|writev|pwrite64|pwritev|pwritev2|ftruncate|fallocate|copy_file_range)$/
const SENDS = /^(write|writev|sendto|sendmsg)$/

const TRACED =
  'trace=fsync,fdatasync,write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,ftruncate,fallocate,' +
  'copy_file_range,openat,rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat'

/** Options of strace for `judgeFlushes`. */
export function straceFlushes(output: string): readonly string[] {
  return [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-y',
    '-s',
    '24',
    '-e',
    TRACED,
    '-e',
    'signal=none',
    '-o',
    output,
    '--',
  ]
}

export function judgeFlushes(trace: string, dataDir: string): FlushReport {
  const files = new Map<string, Watched>()
  /** New names in folders that have not been flushed, by folder. */
  const names = new Map<string, Set<string>>()
  const known = new Set<string>()
  const unfinished = new Map<
    string,
    { readonly call: Call; readonly covers: number; readonly pending: readonly string[] }
  >()
  const flushes = { database: 0, files: 0, folders: 0 }
  const wrong: string[] = []
  let answers = 0
  let named = 0
  const isOurs = (path: string) => path.startsWith(dataDir) && !isPassing(path.slice(dataDir.length))
  const fileAt = (path: string) =>
    files.get(path) ?? files.set(path, { written: 0, flushed: 0 }).get(path) ?? { written: 0, flushed: 0 }
  const appeared = (path: string) => {
    if (known.has(path) || !isOurs(path)) return
    known.add(path)
    const folder = path.slice(0, path.lastIndexOf('/'))
    names.set(folder, (names.get(folder) ?? new Set()).add(path))
  }

  const begins = ({ name, args }: Call) => {
    const path = pathOf(args)
    if (SENDS.test(name) && /^\d+<socket:/.test(args) && /"HTTP\/1\.1 2\d\d/.test(args)) {
      answers++
      for (const [file, { written, flushed }] of files)
        if (written > flushed) wrong.push(`answer ${answers} left before ${file.slice(dataDir.length)} was flushed`)
      for (const [folder, pending] of names)
        for (const one of pending)
          wrong.push(
            `answer ${answers} left before ${folder.slice(dataDir.length) || 'the data folder'} had kept the ` +
              `name ${one.slice(folder.length + 1)}`,
          )
      // Reported once.
      for (const file of files.values()) file.flushed = file.written
      names.clear()
    } else if (WRITES.test(name) && path && isOurs(path)) fileAt(path).written++
  }
  const ends = ({ name, args }: Call, result: string, covers: number, pending: readonly string[]) => {
    if (result.startsWith('-1')) return
    const path = pathOf(args)
    if (name === 'openat' && args.includes('O_CREAT')) appeared(quoted(args)[0] ?? '')
    else if (name.startsWith('mkdir')) appeared(quoted(args)[0] ?? '')
    else if (name.startsWith('unlink')) forget(quoted(args)[0] ?? '')
    else if (name.startsWith('rename')) {
      const [from = '', to = ''] = quoted(args)
      const moved = files.get(from)
      if (moved && isOurs(to)) files.set(to, moved)
      forget(from)
      known.delete(to)
      appeared(to)
      if (isOurs(to)) named++
    } else if ((name === 'fsync' || name === 'fdatasync') && path) {
      const file = files.get(path)
      if (file) file.flushed = Math.max(file.flushed, covers)
      for (const one of pending) names.get(path)?.delete(one)
      if (names.has(path)) flushes.folders++
      else if (path.includes('.sqlite')) flushes.database++
      else flushes.files++
    }
  }
  const forget = (path: string) => {
    files.delete(path)
    known.delete(path)
    names.get(path.slice(0, path.lastIndexOf('/')))?.delete(path)
  }

  for (const line of trace.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. (\w+) resumed>(.*?)\)?\s+= (.*)$/.exec(rest)
    if (resumed) {
      const begun = unfinished.get(thread)
      if (begun) ends(begun.call, resumed[3] ?? '', begun.covers, begun.pending)
      unfinished.delete(thread)
      continue
    }
    const [, name, args] = /^(\w+)\((.*)$/.exec(rest) ?? []
    if (!name || args === undefined) continue
    const call = { name, args }
    begins(call)
    const path = pathOf(args) ?? ''
    const covers = files.get(path)?.written ?? 0
    const pending = [...(names.get(path) ?? [])]
    if (rest.endsWith('<unfinished ...>')) unfinished.set(thread, { call, covers, pending })
    else ends(call, / = (-?\w+.*)$/.exec(rest)?.[1] ?? '', covers, pending)
  }
  return { answers, flushes, named, wrong }
}

/** Not covered by any answer: memory shared between processes, drafts, and files derived later. */
function isPassing(path: string): boolean {
  return (
    path.endsWith('-shm') ||
    path.startsWith('/tmp/') ||
    path === '/tmp' ||
    path.includes('/.parts/put-') ||
    path.includes('/derived') ||
    path.startsWith('/outbox') ||
    path === '/ballast' ||
    path === '/roughmix.lock'
  )
}

function pathOf(args: string): string | undefined {
  return /^\d+<(\/[^>]*)>/.exec(args)?.[1]
}

function quoted(args: string): readonly string[] {
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"(?!\.\.\.)/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith('/'))
}
