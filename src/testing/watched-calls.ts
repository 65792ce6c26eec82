/** The calls of one traced process after it began to read its upload. */
export interface WatchedProcess {
  readonly pid: number
  /** Files opened by name, addresses, other programs, as strace prints the calls. */
  readonly calls: readonly string[]
}

/** The system calls that strace must trace for `watchedProcesses`. */
export const TRACED = 'trace=%file,%network,%process,write'

const LINE = /^(\d+)\s+(.*)$/
const BORN = /^(?:clone|clone3|fork|vfork)\(|^<\.\.\. (?:clone|clone3|fork|vfork) resumed>/
/**
 * Exits; the upload itself, by descriptor and without a name; and files in the kernel's file systems that Node and the
 * C library may read at any time (number of processors, memory).
 */
const HARMLESS = new RegExp(
  [
    String.raw`^(?:exit|exit_group|wait4|waitid|clone|clone3|write|kill|tgkill|getcwd|\+\+\+|---|<\.\.\.)`,
    String.raw`^statx\(3, ""`,
    '"/proc/(?:self|meminfo|stat|cpuinfo)',
    '"/proc/sys/vm/overcommit_memory"',
    '"/sys/fs/cgroup',
    '"/sys/devices/system/(?:cpu|node)/',
    '"/sys/kernel/mm/',
    '"/dev/urandom"',
  ].join('|'),
)

/**
 * Parses a log of `strace -f -o`: for each process that ran `program`, with all its threads and children, the calls
 * after it wrote `marker` to its pipe. Omits processes that never wrote it.
 */
export function watchedProcesses(log: string, program: string, marker: string): readonly WatchedProcess[] {
  const lines = log.split('\n').flatMap((line) => {
    const [, pid, call] = LINE.exec(line) ?? []
    return pid && call ? [{ pid: Number(pid), call }] : []
  })
  const parents = new Map<number, number>()
  for (const { pid, call } of lines) {
    const child = BORN.test(call) ? Number(/= (\d+)$/.exec(call)?.[1]) : Number.NaN
    if (child > 0) parents.set(child, pid)
  }
  const roots = new Set(
    lines.filter(({ call }) => call.startsWith('execve(') && call.includes(program)).map(({ pid }) => pid),
  )
  const rootOf = (pid: number): number | undefined =>
    roots.has(pid) ? pid : parents.has(pid) ? rootOf(parents.get(pid) ?? 0) : undefined
  const watched = new Map<number, string[]>()
  for (const { pid, call } of lines) {
    const root = rootOf(pid)
    if (root === undefined) continue
    const calls = watched.get(root)
    if (!calls && call.includes(marker)) watched.set(root, [])
    else if (calls && !HARMLESS.test(call)) calls.push(call)
  }
  return [...watched].map(([pid, calls]) => ({ pid, calls }))
}
