import pg from 'pg'

/** Runs one command on its own connection, because databases are created and dropped from outside. */
export async function command(server: string, text: string): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
