import { expect, test } from 'vitest'
import { startTrouble } from './start-trouble.ts'
import { StorageAway } from './storage/storage.ts'

/** As the resolver of names fails. */
const unknown = (hostname: string, code = 'ENOTFOUND') => Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code, hostname, syscall: 'getaddrinfo' })
const env = { HOST: 'mixbox', DATABASE_URL: 'postgres://mix:secret@DB.studio.lan:5432/mix' }

test('a mistyped host of the database is told as such', () => {
  expect(startTrouble(unknown('db.studio.lan'), env)).toEqual(['The database in DATABASE_URL is nowhere to be found: no host is called db.studio.lan (ENOTFOUND).'])
  expect(startTrouble(unknown('db.studio.lan', 'EAI_AGAIN'), env)).toEqual([expect.stringMatching(/^The database in DATABASE_URL/)])
})

test('so is one to listen on, with a database or without', () => {
  const words = ['HOST mixbox is not an address of this machine.']
  expect(startTrouble(unknown('mixbox'), env)).toEqual(words)
  expect(startTrouble(unknown('mixbox'), { HOST: 'mixbox' })).toEqual(words)
})

test('any other host is named, and nothing is said of those that are right', () => {
  expect(startTrouble(unknown('s3.studio.lan'), env)).toEqual(['No host is called s3.studio.lan (ENOTFOUND). Is it spelled right in the settings?'])
})

test.each([
  [3000, {}, 'Port 3000 is taken by another program. Stop it, or choose another: PORT=3001 npm start'],
  [9100, { PORT: '3000', METRICS_PORT: '9100' }, 'Port 9100 is taken by another program. Stop it, or choose another: METRICS_PORT=3001 npm start'],
])('a port that is taken, %i, is told by the setting it comes from', (port, settings, words) => {
  expect(startTrouble(Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port }), settings)).toEqual([words])
})

test('files that cannot be reached are not taken for the database', () => {
  const away = new StorageAway(Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:7480'), { code: 'ECONNREFUSED' }))
  expect(startTrouble(away, { S3_BUCKET: 'mixes' })).toEqual(['The files in the bucket mixes cannot be reached: the store does not answer (connect ECONNREFUSED 10.0.0.7:7480). Look at S3_ENDPOINT and whether it runs.'])
})
