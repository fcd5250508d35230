import path from 'node:path';

/** Of `localhost`, for tests and benches; valid from 2000 to 2126, so that no machine's clock is too early. */
export const TEST_CERTIFICATE = {
  key: path.join(import.meta.dirname, 'localhost.key.pem'),
  cert: path.join(import.meta.dirname, 'localhost.cert.pem'),
};
