package dev.tally.benchmark.metered;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/** Buckets whose objects are made when they are read; what is written is counted and forgotten. Thread-safe. */
public final class MeteredS3 implements S3Client {
    private final Meter meter;
    private final Map<String, Supplier<InputStream>> objects = new ConcurrentHashMap<>();

    public MeteredS3(Meter meter) {
        this.meter = meter;
    }

    /** Has an object of that key, in any bucket, with what the supplier gives at each reading. */
    public void serve(String key, Supplier<InputStream> content) {
        objects.put(key, content);
    }

    public void forget(String key) {
        objects.remove(key);
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    @Override
    public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
        meter.request("s3:GetObject");
        Supplier<InputStream> content = objects.get(request.key());
        if (content == null) {
            throw NoSuchKeyException.builder().statusCode(404).message(request.key()).build();
        }
        try {
            return transformer.transform(GetObjectResponse.builder().build(),
                    AbortableInputStream.create(content.get()));
        } catch (Exception failed) {
            throw new IllegalStateException("Reading " + request.key(), failed);
        }
    }

    @Override
    public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
        write("s3:PutObject", body);
        return PutObjectResponse.builder().build();
    }

    @Override
    public CreateMultipartUploadResponse createMultipartUpload(CreateMultipartUploadRequest request) {
        meter.request("s3:CreateMultipartUpload");
        return CreateMultipartUploadResponse.builder().uploadId(request.key()).build();
    }

    @Override
    public UploadPartResponse uploadPart(UploadPartRequest request, RequestBody body) {
        write("s3:UploadPart", body);
        return UploadPartResponse.builder().eTag(Integer.toString(request.partNumber())).build();
    }

    @Override
    public CompleteMultipartUploadResponse completeMultipartUpload(CompleteMultipartUploadRequest request) {
        meter.request("s3:CompleteMultipartUpload");
        return CompleteMultipartUploadResponse.builder().build();
    }

    @Override
    public AbortMultipartUploadResponse abortMultipartUpload(AbortMultipartUploadRequest request) {
        meter.request("s3:AbortMultipartUpload");
        return AbortMultipartUploadResponse.builder().build();
    }

    private void write(String request, RequestBody body) {
        try (InputStream content = body.contentStreamProvider().newStream()) {
            meter.add(request, new Meter.Usage(1, 0, 0, content.transferTo(OutputStream.nullOutputStream())));
        } catch (IOException impossible) {
            throw new UncheckedIOException("Reading from memory", impossible);
        }
    }
}
