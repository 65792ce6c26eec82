import fc from 'fast-check'

// Where nobody can look at what chance found, properties are tried with the same examples every time.
if (process.env['CI'] === 'true') fc.configureGlobal({ seed: 20_261_120 })
