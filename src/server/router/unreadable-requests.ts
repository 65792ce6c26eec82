import type { Socket } from 'node:net'
import { refused } from '#shared/errors.ts'

/**
 * Answers invalid HTTP with the usual headers, then closes the connection, because the start of the next request is
 * unknown.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, words } = answerTo(error.code)
  const text = JSON.stringify({
    status,
    statusText: words,
    code: status === 431 ? refused.too_large().code : 'VALIDATION_ERROR',
    message: status === 408 ? 'The request took too long.' : 'This request could not be read.',
  })
  socket.end(
    `HTTP/1.1 ${status} ${words}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nx-content-type-options: nosniff\r\n` +
      `content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n` +
      `cache-control: no-store\r\nconnection: close\r\n\r\n${text}`,
  )
}

function answerTo(code: string | undefined): { readonly status: number; readonly words: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, words: 'Request Header Fields Too Large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, words: 'Request Timeout' }
  return { status: 400, words: 'Bad Request' }
}
