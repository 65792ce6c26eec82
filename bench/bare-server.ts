import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Answers every request with the bytes of a file, as JSON: the minimum cost of an answer of that size in Node. */
const body = readFileSync(process.argv[2] ?? '')
const server = createServer((_, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.byteLength })
    .end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
