// Imported first: what a signature costs is measured apart, so that it does not hide what the rest of a step costs.
process.env['BENCAO_ARGON2_KIB'] = '64'
