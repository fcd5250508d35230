import path from 'node:path';

/**
 * For `localhost`, in tests and benches; valid from 2000 to 2126, so that it is valid on a machine with a wrong clock.
 */
export const TEST_CERTIFICATE = {
  key: path.join(import.meta.dirname, 'localhost.key.pem'),
  cert: path.join(import.meta.dirname, 'localhost.cert.pem'),
};
