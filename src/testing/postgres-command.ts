import pg from 'pg'

/** One command on a connection of its own: databases are made and dropped from outside. */
export async function command(server: string, text: string): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
