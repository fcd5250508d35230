import path from 'node:path';

/** Of `localhost`, for tests and benches. */
export const TEST_CERTIFICATE = {
  key: path.join(import.meta.dirname, 'localhost.key.pem'),
  cert: path.join(import.meta.dirname, 'localhost.cert.pem'),
};
