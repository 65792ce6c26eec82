import { Agent, get } from 'node:http'

/** Many readers request random ranges of one file: prints how many bytes came and the time to the first. */
const [url = '', readers = '50', seconds = '8', sizeText = '0', rangeText = '0', cookie = ''] = process.argv.slice(2)
const size = Number(sizeText)
const rangeBytes = Number(rangeText)
const agent = new Agent({ keepAlive: true, maxSockets: Number(readers) })
const until = performance.now() + Number(seconds) * 1000
const tookMs: number[] = []
let bytes = 0

await Promise.all(Array.from({ length: Number(readers) }, readOn))
tookMs.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    bytes,
    p50: tookMs[Math.floor(tookMs.length * 0.5)],
    p99: tookMs[Math.floor(tookMs.length * 0.99)],
  }),
)
agent.destroy()

async function readOn(): Promise<void> {
  while (performance.now() < until) {
    const start = Math.floor(Math.random() * (size - rangeBytes))
    const arrived = await read(start)
    if (arrived !== rangeBytes) throw new Error(`${arrived} bytes came instead of ${rangeBytes}`)
    bytes += arrived
  }
}

function read(start: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    get(url, { agent, headers: { cookie, range: `bytes=${start}-${start + rangeBytes - 1}` } }, (response) => {
      let arrived = 0
      response.once('data', () => tookMs.push(performance.now() - began))
      response.on('data', (chunk: Buffer) => (arrived += chunk.byteLength))
      response.on('end', () =>
        response.statusCode === 206 ? resolve(arrived) : reject(new Error(`status ${response.statusCode}`)),
      )
      response.on('error', reject)
    }).on('error', reject)
  })
}
