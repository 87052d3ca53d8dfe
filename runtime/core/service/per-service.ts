import type { Service } from './service.js';

/** Returns a function that makes a value for each service when it is first asked for, and keeps it. */
export function perService<Value>(make: (service: Service) => Value): (service: Service) => Value {
  const made = new WeakMap<Service, Value>();
  return (service) => {
    const value = made.get(service) ?? make(service);
    made.set(service, value);
    return value;
  };
}
