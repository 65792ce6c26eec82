import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveClientProgram } from './client-program.ts'

test('the command line client comes as a package that can be unpacked and run', async () => {
  const app = Fastify()
  serveClientProgram(app)
  const answer = await app.inject('/roughmix-cli.tgz')
  await app.close()
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-package-'))
  try {
    writeFileSync(join(folder, 'client.tgz'), answer.rawPayload)
    execFileSync('tar', ['-xzf', 'client.tgz'], { cwd: folder })
    const program = join(folder, 'package', 'roughmix.js')
    expect(statSync(program).mode & 0o777).toBe(0o755)
    expect(execFileSync(process.execPath, [program, '--version']).toString()).toBe(
      `${(JSON.parse(readFileSync('cli/package.json', 'utf8')) as { version: string }).version}\n`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
