import { createServer } from 'node:net'
import { once } from 'node:events'

export interface MailSink {
  /** For `SMTP_URL`. */
  readonly url: string
  /** Whole mails as they came, headers and all, the first first. */
  readonly mails: readonly string[]
  stop(): void
}

/** A mail server that takes every mail and keeps it: for what the product only does if it can send e-mail. */
export async function openMailSink(): Promise<MailSink> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let inMail = false
    let waiting = ''
    let mail = ''
    const answer = (line: string) => socket.write(`${line}\r\n`)
    const take = (line: string) => {
      if (inMail && line === '.') {
        inMail = false
        mails.push(mail)
        answer('250 kept')
      } else if (inMail) mail += `${line}\n`
      else if (/^DATA/i.test(line)) {
        inMail = true
        mail = ''
        answer('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else answer('250 ok')
    }
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    socket.on('data', (text: string) => {
      const lines = (waiting + text).split('\r\n')
      waiting = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    answer('220 sink')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => void server.close() }
}
