import { expect, test } from 'vitest'
import { startError } from './start-errors.ts'
import { StorageAway, StorageBroken, StorageFull } from './storage/storage.ts'

/** As the resolver of names fails. */
const unknown = (hostname: string, code = 'ENOTFOUND') =>
  Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code, hostname, syscall: 'getaddrinfo' })
const env = { HOST: 'mixbox', DATABASE_URL: 'postgres://mix:secret@DB.studio.lan:5432/mix' }

test('a mistyped host of the database is told as such', () => {
  expect(startError(unknown('db.studio.lan'), env)).toEqual([
    'The database in DATABASE_URL could not be found: there is no host db.studio.lan (ENOTFOUND).',
  ])
  expect(startError(unknown('db.studio.lan', 'EAI_AGAIN'), env)).toEqual([
    expect.stringMatching(/^The database in DATABASE_URL/),
  ])
})

test('so is one to listen on, with a database or without', () => {
  const lines = ['HOST mixbox is not an address of this machine.']
  expect(startError(unknown('mixbox'), env)).toEqual(lines)
  expect(startError(unknown('mixbox'), { HOST: 'mixbox' })).toEqual(lines)
})

test('any other host is named, and nothing is said of those that are right', () => {
  expect(startError(unknown('s3.studio.lan'), env)).toEqual([
    'There is no host s3.studio.lan (ENOTFOUND). Check its spelling in the settings.',
  ])
})

test.each([
  [3000, {}, 'Port 3000 is taken by another program. Stop it, or choose another: PORT=3001 npm start'],
  [
    9100,
    { PORT: '3000', METRICS_PORT: '9100' },
    'Port 9100 is taken by another program. Stop it, or choose another: METRICS_PORT=3001 npm start',
  ],
])('a port that is taken, %i, is told by the setting it comes from', (port, settings, lines) => {
  expect(startError(Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port }), settings)).toEqual([
    lines,
  ])
})

test('files that cannot be reached are not taken for the database', () => {
  const away = new StorageAway(Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:7480'), { code: 'ECONNREFUSED' }))
  expect(startError(away, { S3_BUCKET: 'mixes' })).toEqual([
    'The files in the bucket mixes cannot be reached: the store does not answer (connect ECONNREFUSED ' +
      '10.0.0.7:7480). Check S3_ENDPOINT, and that the store is running.',
  ])
})

test('a folder that is closed is told by its own name where it is not the data’s', () => {
  const closed = (path: string) =>
    Object.assign(new Error(`EACCES: permission denied, mkdir '${path}'`), { code: 'EACCES', syscall: 'mkdir', path })
  const settings = { DATA_DIR: '/srv/roughmix/data' }
  expect(startError(closed('/backups/mix'), settings)).toEqual([
    '/backups/mix cannot be opened by this user. Grant access, or choose another place.',
  ])
  for (const path of ['/srv/roughmix/data', '/srv/roughmix/data/tmp', '/srv/roughmix'])
    expect(startError(closed(path), settings)).toEqual([
      '/srv/roughmix/data cannot be written to. Grant this user write access, or ' +
        'choose another folder: DATA_DIR=/path npm start',
    ])
})

test.each([
  [
    'a file system',
    Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }),
    {},
    'The disk of ./data is full. Free some space and start again.',
  ],
  [
    'SQLite',
    Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    {},
    'The disk of ./data is full. Free some space and start again.',
  ],
  [
    'PostgreSQL',
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    {},
    'The disk of the database in DATABASE_URL is full. Free some space there first.',
  ],
  ['the store on a disk', new StorageFull(), {}, 'The disk of ./data is full. Free some space and start again.'],
  ['a bucket', new StorageFull(), { S3_BUCKET: 'mixes' }, 'The bucket mixes is full.'],
])('that there is no room is told in words, whether %s says so', (_, error, settings, lines) => {
  expect(startError(error, settings)).toEqual([lines])
})

test('so is a disk that keeps nothing', () => {
  expect(startError(new StorageBroken(new Error('EIO: i/o error, fdatasync')), {})).toEqual([
    'The disk of ./data failed to keep what was written (EIO: i/o error, fdatasync). ' +
      'Look at the disk, and at the kernel’s log, first.',
  ])
})
