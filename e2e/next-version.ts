import { cpSync, globSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * The product as an update would leave it, in an empty folder: one version later, and its pages another build. Answers
 * that version.
 */
export function makeNextVersion(folder: string): string {
  const program: { readonly version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const version = program.version.replace(/\d+$/, (patch) => String(Number(patch) + 1))
  for (const part of ['src', 'build', 'cli']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...program, version }))
  renameEntry(join(folder, 'build/web'))
  return version
}

/** A build goes by the name of its first script, which carries the hash of what is in it. */
function renameEntry(web: string): void {
  const entry = /\/assets\/(index-[^"]+)\.js"/.exec(readFileSync(join(web, 'index.html'), 'utf8'))?.[1] ?? ''
  const next = 'index-of-the-next'
  for (const path of globSync(['index.html', 'assets/*.js'], { cwd: web })) {
    const file = join(web, path)
    const words = readFileSync(file, 'utf8')
    if (!words.includes(entry)) continue
    writeFileSync(file, words.replaceAll(entry, next))
    for (const packed of ['.br', '.gz']) rmSync(file + packed, { force: true })
  }
  renameSync(join(web, 'assets', `${entry}.js`), join(web, 'assets', `${next}.js`))
}
