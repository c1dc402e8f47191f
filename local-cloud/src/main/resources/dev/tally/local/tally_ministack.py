"""Starts MiniStack as Tally's local cloud needs it.

MiniStack is an AWS emulator in one process. It cannot run Java functions without Docker, and in a few places it answers
differently from AWS in a way that would hide mistakes or make correct code fail. This file hands Java functions to Tally's
function host and puts those places right. Every correction is written against one pinned version (see requirements.txt) and
has a test in this module; `docs/local-cloud.md` lists them.

    python tally_ministack.py serve
    python tally_ministack.py detach COMMAND [ARGUMENT...]

`detach` replaces itself by the command in a session of its own, so that an interrupt typed in a terminal does not reach it.
Settings come from the environment: TALLY_FUNCTION_HOST (URL), TALLY_CODE_DIRECTORY, and those of MiniStack itself.
"""

import base64
import contextvars
import http.client
import json
import os
import sys
import tempfile
import threading
import time
from urllib.parse import urlencode, urlsplit

PINNED = "1.5.33"

# How long an invocation waits for a function host that is being restarted, in seconds.
HOST_RESTART_GRACE = 10.0

# How long the host may take to make and prime a handler, in seconds.
PREPARATION_LIMIT = 60.0


def serve():
    from importlib.metadata import version

    if version("ministack") != PINNED:
        raise SystemExit(f"this launcher corrects MiniStack {PINNED}, found {version('ministack')}")
    # "python file.py serve" would otherwise reach MiniStack's own argument parser.
    sys.argv = ["ministack"]
    host_java_functions(os.environ["TALLY_FUNCTION_HOST"], os.environ["TALLY_CODE_DIRECTORY"])
    correct_streams()
    correct_objects()
    correct_object_events()
    correct_executions()
    from ministack.app import main

    main()


# --- Functions -------------------------------------------------------------------------------------------------------


def host_java_functions(host_url, code_directory):
    """Sends every invocation of a function with a Java runtime to the function host, with all that the host must know."""
    from ministack.services import lambda_svc

    address = urlsplit(host_url)
    os.makedirs(code_directory, exist_ok=True)
    user_proxy = lambda_svc._proxy_url_for

    def proxy_url_for(config):
        return host_url if config.get("Runtime", "").startswith("java") else user_proxy(config)

    def description(func, request_id):
        """All that the host must know of a function to run it, as headers."""
        config = func.get("config") or func
        return {
            "Content-Type": "application/json",
            "X-Tally-Function": config.get("FunctionName", ""),
            "X-Tally-Version": config.get("Version", "$LATEST"),
            "X-Tally-Arn": config.get("FunctionArn", ""),
            "X-Tally-Request": request_id,
            "X-Tally-Handler": config.get("Handler", ""),
            "X-Tally-Code": stored_code(code_directory, config["CodeSha256"], func["code_zip"]),
            "X-Tally-Timeout": str(config.get("Timeout") or 3),
            "X-Tally-Memory": str(config.get("MemorySize") or 128),
            "X-Tally-Environment": urlencode((config.get("Environment") or {}).get("Variables") or {}),
        }

    def execute(func, event, url, request_id):
        if url != host_url:
            return user_execute(func, event, url, request_id)
        if not func.get("code_zip"):
            return failure("Runtime.InvalidEntrypoint", f"RequestId: {request_id} Error: the function has no code")
        headers = description(func, request_id)
        body = json.dumps(event, ensure_ascii=False).encode("utf-8")
        # The host keeps the function's time limit itself; the margin lets its own answer arrive.
        status, error, payload = post(address, "/invoke", headers, body, int(headers["X-Tally-Timeout"]) + 10)
        if status == 0:
            return failure("Runtime.ExitError", f"RequestId: {request_id} Error: {payload}")
        text = payload.decode("utf-8", "replace")
        try:
            result = json.loads(text) if text else None
        except json.JSONDecodeError:
            return failure("Runtime.InvalidResponse", f"RequestId: {request_id} Error: the answer is not JSON: {text[:200]}")
        return {"body": result, "error": True, "function_error": error} if error else {"body": result}

    def provision(name, version):
        """SnapStart makes and primes a version's sandbox when it is published; the host does the same with its handler."""
        config = version["config"]
        if not config.get("Runtime", "").startswith("java") or not version.get("code_zip"):
            return user_provision(name, version)

        def run():
            status, error, payload = post(address, "/prepare", description(version, lambda_svc.new_uuid()), b"", PREPARATION_LIMIT)
            if status == 0 or error:
                reason = payload if status == 0 else payload.decode("utf-8", "replace")
                config.update(State="Failed", StateReason=reason, StateReasonCode="FunctionError")
            else:
                config.update(State="Active", StateReason="", StateReasonCode="", LastUpdateStatus="Successful")

        threading.Thread(target=run, daemon=True, name="tally-snapstart").start()

    user_execute = lambda_svc._execute_function_proxy
    user_provision = lambda_svc._snapstart_provision_version_async
    lambda_svc._proxy_url_for = proxy_url_for
    lambda_svc._execute_function_proxy = execute
    lambda_svc._snapstart_provision_version_async = provision


def failure(error_type, message):
    return {"body": {"errorMessage": message, "errorType": error_type}, "error": True}


def post(address, path, headers, body, timeout):
    """One POST to the host: (status, function error, body), or (0, None, reason) when no answer came.

    A refused connection means that nothing has been started yet, so it is safe to try again: a host that is restarted
    costs its callers a moment, not a failed invocation. A connection that breaks later is never tried again here.
    """
    give_up = time.monotonic() + min(timeout, HOST_RESTART_GRACE)
    while True:
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=timeout)
        try:
            connection.connect()
        except ConnectionRefusedError:
            if time.monotonic() > give_up:
                return 0, None, "the function host is not running"
            time.sleep(0.1)
            continue
        except OSError as problem:
            return 0, None, f"the function host cannot be reached: {problem}"
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            payload = answer.read()
            error = answer.getheader("X-Tally-Function-Error")
            if answer.status != 200:
                return 0, None, f"the function host answered {answer.status}: {payload[:500].decode('utf-8', 'replace')}"
            return answer.status, error, payload
        except (OSError, http.client.HTTPException) as problem:
            return 0, None, f"the function host went away: {problem}"
        finally:
            connection.close()


_code_lock = threading.Lock()


def stored_code(directory, sha_base64, code):
    """The path of the deployed archive in the code directory, written there the first time it is needed."""
    path = os.path.join(directory, base64.b64decode(sha_base64).hex() + ".jar")
    with _code_lock:
        if not os.path.exists(path):
            handle, partial = tempfile.mkstemp(dir=directory)
            with os.fdopen(handle, "wb") as file:
                file.write(code)
            os.replace(partial, path)
    return path


def correct_streams():
    """A stream's batch that reports failed items is offered again as a whole. MiniStack would go on and lose the items."""
    from ministack.services import lambda_svc

    poll = lambda_svc._poll_dynamodb_streams
    execute = lambda_svc._execute_function
    polling = threading.local()

    def poll_dynamodb_streams():
        polling.streams = True
        try:
            return poll()
        finally:
            polling.streams = False

    def execute_function(func, event):
        result = execute(func, event)
        if getattr(polling, "streams", False) and not result.get("error"):
            body = result.get("body")
            if isinstance(body, dict) and body.get("batchItemFailures"):
                return failure("Tally.BatchItemFailures", f"{len(body['batchItemFailures'])} items of a stream batch failed")
        return result

    lambda_svc._execute_function = execute_function
    lambda_svc._poll_dynamodb_streams = poll_dynamodb_streams


# --- S3 --------------------------------------------------------------------------------------------------------------


def correct_objects():
    """Ranges of an older version, a copy that asks for a checksum algorithm, and checksums in native code.

    In plain Python CRC-64/NVME, the default of AWS's own command line, takes a second for 4 MB, and everything waits for it.
    """
    from awscrt import checksums
    from ministack.services import s3

    s3._crc64nvme = checksums.crc64nvme
    s3._crc32c = checksums.crc32c

    get_object = s3._get_object
    copy_object = s3._copy_object

    def get_object_with_range(bucket_name, key, headers, query_params=None):
        status, answer, body = get_object(bucket_name, key, headers, query_params)
        wanted = headers.get("range", "")
        if status != 200 or not wanted or not s3._qp(query_params or {}, "versionId", ""):
            return status, answer, body
        found = s3._parse_range(wanted, len(body))
        if found is None:
            return (416, {"Content-Type": "application/xml", "Content-Range": f"bytes */{len(body)}"},
                    s3._xml_body(s3._range_error_xml(bucket_name, key)))
        start, end = found
        # A checksum of the whole object says nothing about a part of it.
        answer = {name: value for name, value in answer.items() if not name.lower().startswith("x-amz-checksum-")}
        answer["Content-Length"] = str(end + 1 - start)
        answer["Content-Range"] = f"bytes {start}-{end}/{len(body)}"
        return 206, answer, body[start:end + 1]

    def copy_object_with_checksum(bucket_name, dest_key, headers):
        algorithm = headers.get("x-amz-checksum-algorithm")
        if algorithm and not headers.get("x-amz-sdk-checksum-algorithm"):
            headers = {**headers, "x-amz-sdk-checksum-algorithm": algorithm}
        return copy_object(bucket_name, dest_key, headers)

    s3._get_object = get_object_with_range
    s3._copy_object = copy_object_with_checksum


def correct_object_events():
    """S3 names the version in its events for versioned buckets, and states no size for a deletion."""
    from ministack.services import eventbridge, s3

    fire = s3._fire_s3_event
    dispatch = eventbridge._dispatch_event
    version = contextvars.ContextVar("version of the object in the event being sent", default=None)

    def fire_s3_event(*args, **kwargs):
        token = version.set(kwargs.get("version_id"))
        try:
            return fire(*args, **kwargs)
        finally:
            version.reset(token)

    def dispatch_event(event, view=None):
        if view is None and event.get("Source") == "aws.s3":
            detail = json.loads(event["Detail"])
            if version.get():
                detail["object"]["version-id"] = version.get()
            if event["DetailType"] == "Object Deleted":
                detail["object"].pop("size", None)
                if not detail["object"].get("etag"):
                    detail["object"].pop("etag", None)
            event = {**event, "Detail": json.dumps(detail)}
        return dispatch(event, view)

    s3._fire_s3_event = fire_s3_event
    eventbridge._dispatch_event = dispatch_event


# --- Step Functions --------------------------------------------------------------------------------------------------


def correct_executions():
    """Starting twice with one name and input, a task's computed time limit, and the error of a nested execution."""
    from ministack.services import stepfunctions as sfn

    start_execution = sfn._start_execution
    execute_task = sfn._execute_task

    def start_execution_idempotently(data):
        machine = sfn._resolve_state_machine_arn(data.get("stateMachineArn", "").split("#")[0])
        if data.get("name") and machine in sfn._state_machines:
            arn = (f"arn:aws:states:{sfn.get_region()}:{sfn.get_account_id()}:execution:"
                   f"{sfn._state_machines[machine]['name']}:{data['name']}")
            running = sfn._executions.get(arn)
            if running and running["status"] == "RUNNING" and running["input"] == data.get("input", "{}"):
                return sfn.json_response({"executionArn": arn, "startDate": running["startDate"]})
        return start_execution(data)

    def execute_task_within_time(state_def, raw_input, execution, ctx):
        limit = state_def.get("TimeoutSeconds")
        if isinstance(limit, str):
            limit = sfn._jsonata_state_field(state_def, "TimeoutSeconds", "number", raw_input, ctx)
            state_def = {**state_def, "TimeoutSeconds": limit}
        elif "TimeoutSecondsPath" in state_def:
            limit = sfn._resolve_path_or_ctx(state_def["TimeoutSecondsPath"], raw_input, ctx)
            state_def = {**state_def, "TimeoutSeconds": limit}
        return execute_task(state_def, raw_input, execution, ctx)

    def nested_execution_failure(payload):
        described = {name[:1].upper() + name[1:]: value for name, value in payload.items() if value is not None}
        return "States.TaskFailed", json.dumps(described)

    sfn._start_execution = start_execution_idempotently
    sfn._execute_task = execute_task_within_time
    sfn._nested_execution_failure = nested_execution_failure


def detach(command):
    os.setsid()
    os.execvp(command[0], command)


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve()
    elif len(sys.argv) > 2 and sys.argv[1] == "detach":
        detach(sys.argv[2:])
    else:
        raise SystemExit(__doc__)
