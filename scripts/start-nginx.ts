import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInPath, installDebian, isProgram } from './find-program.ts'
import { ownProcess, until } from './owned-process.ts'

/** A request that nginx has answered. `by` are the ports of the servers it asked; several if the first failed. */
interface AnsweredRequest {
  readonly status: number
  readonly method: string
  readonly path: string
  readonly by: readonly number[]
}

interface Nginx {
  requests(): readonly AnsweredRequest[]
  stop(): Promise<void>
}

/** nginx on a loopback port, balancing requests over the servers, as in docs/scaling.md and docs/reverse-proxy.md. */
export async function startNginx({
  port,
  servers,
  locations = '',
}: {
  readonly port: number
  readonly servers: readonly number[]
  /** Further locations, in nginx's words. */
  readonly locations?: string
}): Promise<Nginx | { readonly missing: string }> {
  if (!program()) {
    const installed = installDebian('nginx-light')
    if (installed !== true) return { missing: installed }
  }
  const found = program()
  if (!found) return { missing: 'no nginx was found' }
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-nginx-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, settings({ folder, port, servers, locations }))
  const nginx = await ownProcess({
    program: found,
    args: ['-p', folder, '-c', file, '-e', join(folder, 'error.log')],
    logPath: join(folder, 'out'),
  })
  const stop = async () => {
    await nginx.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await until(
    'nginx',
    async () =>
      !nginx.isAlive() ||
      (await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )),
  )
  if (nginx.isAlive())
    return { stop, requests: () => readFileSync(join(folder, 'access.log'), 'utf8').split('\n').flatMap(requestOf) }
  const output = readFileSync(join(folder, 'error.log'), 'utf8')
  await stop()
  return { missing: `nginx did not start: ${output}` }
}

/** On Debian, it is only in root's PATH. */
function program(): string | undefined {
  return findInPath('nginx') ?? ['/usr/sbin/nginx'].find(isProgram)
}

function requestOf(line: string): readonly AnsweredRequest[] {
  const [status = '', method = '', path = '', ...asked] = line.split(' ')
  return status === ''
    ? []
    : [
        {
          status: Number(status),
          method,
          path,
          by: asked
            .flatMap((address) => Number(/:(\d+),?$/.exec(address)?.[1] ?? Number.NaN))
            .filter((port) => !Number.isNaN(port)),
        },
      ]
}

function settings({
  folder,
  port,
  servers,
  locations,
}: {
  readonly folder: string
  readonly port: number
  readonly servers: readonly number[]
  readonly locations: string
}): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes 2;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  ${scratch.join('\n  ')}
  log_format asked '$status $request_method $uri $upstream_addr';
  access_log ${folder}/access.log asked;
  map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
  upstream roughmix {
    zone roughmix 64k;
${servers.map((server) => `    server 127.0.0.1:${server} max_fails=1 fail_timeout=2s;`).join('\n')}
  }
  server {
    listen localhost:${port};
    client_max_body_size 0;
    proxy_request_buffering off;
    proxy_max_temp_file_size 0;
    location / {
      proxy_pass http://roughmix;
      proxy_http_version 1.1;
      proxy_connect_timeout 2s;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_read_timeout 90s;
    }
    ${locations}
  }
}
`
}
